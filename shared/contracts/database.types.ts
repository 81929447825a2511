// Written by npm run db:types. Do not change by hand.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      addon_prices: {
        Row: {
          addon_slug: string;
          price: number;
          price_class: string;
        };
        ComputedFields: never;
        Insert: {
          addon_slug: string;
          price: number;
          price_class: string;
        };
        Update: {
          addon_slug?: string;
          price?: number;
          price_class?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'addon_prices_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'addons';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'addon_prices_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['addon_slug'];
          },
          {
            foreignKeyName: 'addon_prices_price_class_fkey';
            columns: ['price_class'];
            isOneToOne: false;
            referencedRelation: 'price_classes';
            referencedColumns: ['id'];
          },
        ];
      };
      addons: {
        Row: {
          condition: string | null;
          max_quantity: number;
          min_odometer_km: number | null;
          minutes: number;
          name: string;
          sellable: boolean;
          slug: string;
          sort: number;
          summary: string;
        };
        ComputedFields: never;
        Insert: {
          condition?: string | null;
          max_quantity?: number;
          min_odometer_km?: number | null;
          minutes: number;
          name: string;
          sellable?: boolean;
          slug: string;
          sort: number;
          summary?: string;
        };
        Update: {
          condition?: string | null;
          max_quantity?: number;
          min_odometer_km?: number | null;
          minutes?: number;
          name?: string;
          sellable?: boolean;
          slug?: string;
          sort?: number;
          summary?: string;
        };
        Relationships: [];
      };
      area_pins: {
        Row: {
          area_slugs: string[];
          pin: string;
        };
        ComputedFields: never;
        Insert: {
          area_slugs: string[];
          pin: string;
        };
        Update: {
          area_slugs?: string[];
          pin?: string;
        };
        Relationships: [];
      };
      areas: {
        Row: {
          also_known_as: string | null;
          colour: string;
          lat: number;
          lng: number;
          map_x: number;
          map_y: number;
          minutes_from_workshop: number;
          name: string;
          pin: string;
          slug: string;
          sort: number;
          story_md: string;
        };
        ComputedFields: never;
        Insert: {
          also_known_as?: string | null;
          colour?: string;
          lat: number;
          lng: number;
          map_x: number;
          map_y: number;
          minutes_from_workshop: number;
          name: string;
          pin: string;
          slug: string;
          sort: number;
          story_md?: string;
        };
        Update: {
          also_known_as?: string | null;
          colour?: string;
          lat?: number;
          lng?: number;
          map_x?: number;
          map_y?: number;
          minutes_from_workshop?: number;
          name?: string;
          pin?: string;
          slug?: string;
          sort?: number;
          story_md?: string;
        };
        Relationships: [];
      };
      arrival_windows: {
        Row: {
          ends: string;
          starts: string;
          weekday: number;
        };
        ComputedFields: never;
        Insert: {
          ends: string;
          starts: string;
          weekday: number;
        };
        Update: {
          ends?: string;
          starts?: string;
          weekday?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'arrival_windows_weekday_fkey';
            columns: ['weekday'];
            isOneToOne: false;
            referencedRelation: 'business_hours';
            referencedColumns: ['weekday'];
          },
        ];
      };
      audit_log: {
        Row: {
          action: Database['public']['Enums']['audit_action'];
          actor_id: string | null;
          actor_role: string;
          after: Json | null;
          at: string;
          before: Json | null;
          data: NonNullable<Json>;
          id: number;
          request_id: string | null;
          row_key: string | null;
          subject: string;
          table_name: string | null;
        };
        ComputedFields: never;
        Insert: {
          action: Database['public']['Enums']['audit_action'];
          actor_id?: string | null;
          actor_role: string;
          after?: Json | null;
          at?: string;
          before?: Json | null;
          data?: NonNullable<Json>;
          id?: never;
          request_id?: string | null;
          row_key?: string | null;
          subject: string;
          table_name?: string | null;
        };
        Update: {
          action?: Database['public']['Enums']['audit_action'];
          actor_id?: string | null;
          actor_role?: string;
          after?: Json | null;
          at?: string;
          before?: Json | null;
          data?: NonNullable<Json>;
          id?: never;
          request_id?: string | null;
          row_key?: string | null;
          subject?: string;
          table_name?: string | null;
        };
        Relationships: [];
      };
      booking_checkins: {
        Row: {
          accessories: string[];
          booking_id: string;
          checked_in_at: string;
          checked_in_by: string | null;
          damage: string | null;
          fuel: number | null;
          odometer_km: number | null;
          other_items: string | null;
        };
        ComputedFields: never;
        Insert: {
          accessories?: string[];
          booking_id: string;
          checked_in_at: string;
          checked_in_by?: string | null;
          damage?: string | null;
          fuel?: number | null;
          odometer_km?: number | null;
          other_items?: string | null;
        };
        Update: {
          accessories?: string[];
          booking_id?: string;
          checked_in_at?: string;
          checked_in_by?: string | null;
          damage?: string | null;
          fuel?: number | null;
          odometer_km?: number | null;
          other_items?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_checkins_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_checkins_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_checklist: {
        Row: {
          answer: Database['public']['Enums']['concern_answer'] | null;
          answer_note: string | null;
          booking_id: string;
          changed_at: string | null;
          done_at: string | null;
          done_by: string | null;
          extra_work_id: string | null;
          group_name: string;
          is_concern: boolean;
          label: string;
          line: number;
          not_needed: string | null;
        };
        ComputedFields: never;
        Insert: {
          answer?: Database['public']['Enums']['concern_answer'] | null;
          answer_note?: string | null;
          booking_id: string;
          changed_at?: string | null;
          done_at?: string | null;
          done_by?: string | null;
          extra_work_id?: string | null;
          group_name: string;
          is_concern?: boolean;
          label: string;
          line: number;
          not_needed?: string | null;
        };
        Update: {
          answer?: Database['public']['Enums']['concern_answer'] | null;
          answer_note?: string | null;
          booking_id?: string;
          changed_at?: string | null;
          done_at?: string | null;
          done_by?: string | null;
          extra_work_id?: string | null;
          group_name?: string;
          is_concern?: boolean;
          label?: string;
          line?: number;
          not_needed?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_checklist_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_checklist_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_checklist_extra_work_id_fkey';
            columns: ['extra_work_id'];
            isOneToOne: true;
            referencedRelation: 'extra_work';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_credits: {
        Row: {
          amount: number;
          booking_id: string;
          given_at: string;
          id: string;
          note: string | null;
          phone: string;
          reason: Database['public']['Enums']['credit_reason'];
          used_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          amount: number;
          booking_id: string;
          given_at: string;
          id?: string;
          note?: string | null;
          phone: string;
          reason: Database['public']['Enums']['credit_reason'];
          used_by?: string | null;
        };
        Update: {
          amount?: number;
          booking_id?: string;
          given_at?: string;
          id?: string;
          note?: string | null;
          phone?: string;
          reason?: Database['public']['Enums']['credit_reason'];
          used_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_credits_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_credits_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: true;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_events: {
        Row: {
          actor: Database['public']['Enums']['booking_actor'];
          actor_id: string | null;
          at: string;
          booking_id: string;
          data: NonNullable<Json>;
          fee: number;
          from_status: Database['public']['Enums']['booking_status'] | null;
          id: number;
          kind: Database['public']['Enums']['booking_event_kind'];
          moved_from: string | null;
          note: string | null;
          to_status: Database['public']['Enums']['booking_status'];
        };
        ComputedFields: never;
        Insert: {
          actor: Database['public']['Enums']['booking_actor'];
          actor_id?: string | null;
          at: string;
          booking_id: string;
          data?: NonNullable<Json>;
          fee?: number;
          from_status?: Database['public']['Enums']['booking_status'] | null;
          id?: never;
          kind?: Database['public']['Enums']['booking_event_kind'];
          moved_from?: string | null;
          note?: string | null;
          to_status: Database['public']['Enums']['booking_status'];
        };
        Update: {
          actor?: Database['public']['Enums']['booking_actor'];
          actor_id?: string | null;
          at?: string;
          booking_id?: string;
          data?: NonNullable<Json>;
          fee?: number;
          from_status?: Database['public']['Enums']['booking_status'] | null;
          id?: never;
          kind?: Database['public']['Enums']['booking_event_kind'];
          moved_from?: string | null;
          note?: string | null;
          to_status?: Database['public']['Enums']['booking_status'];
        };
        Relationships: [
          {
            foreignKeyName: 'booking_events_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_events_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_inspection: {
        Row: {
          booking_id: string;
          group_name: string;
          high_limit: number | null;
          hint: string | null;
          item_id: string | null;
          label: string;
          low_limit: number | null;
          marked_at: string | null;
          marked_by: string | null;
          note: string | null;
          point: string;
          position: number;
          state: Database['public']['Enums']['point_state'];
          unit: string | null;
          value: number | null;
        };
        ComputedFields: never;
        Insert: {
          booking_id: string;
          group_name: string;
          high_limit?: number | null;
          hint?: string | null;
          item_id?: string | null;
          label: string;
          low_limit?: number | null;
          marked_at?: string | null;
          marked_by?: string | null;
          note?: string | null;
          point: string;
          position: number;
          state?: Database['public']['Enums']['point_state'];
          unit?: string | null;
          value?: number | null;
        };
        Update: {
          booking_id?: string;
          group_name?: string;
          high_limit?: number | null;
          hint?: string | null;
          item_id?: string | null;
          label?: string;
          low_limit?: number | null;
          marked_at?: string | null;
          marked_by?: string | null;
          note?: string | null;
          point?: string;
          position?: number;
          state?: Database['public']['Enums']['point_state'];
          unit?: string | null;
          value?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_inspection_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_inspection_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_items: {
        Row: {
          booking_id: string;
          declined_id: string | null;
          item_id: string;
          minutes: number;
          name: string;
          package_type: Database['public']['Enums']['item_type'];
          position: number;
          price: number;
          quantity: number;
          unit_price: number;
        };
        ComputedFields: never;
        Insert: {
          booking_id: string;
          declined_id?: string | null;
          item_id: string;
          minutes: number;
          name: string;
          package_type: Database['public']['Enums']['item_type'];
          position: number;
          price: number;
          quantity: number;
          unit_price: number;
        };
        Update: {
          booking_id?: string;
          declined_id?: string | null;
          item_id?: string;
          minutes?: number;
          name?: string;
          package_type?: Database['public']['Enums']['item_type'];
          position?: number;
          price?: number;
          quantity?: number;
          unit_price?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_items_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_items_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_places: {
        Row: {
          booking_date: string;
          booking_id: string | null;
          held_until: string | null;
          hold_id: string | null;
          mode: Database['public']['Enums']['service_mode'];
          seat: number;
          window_start: string;
        };
        ComputedFields: never;
        Insert: {
          booking_date: string;
          booking_id?: string | null;
          held_until?: string | null;
          hold_id?: string | null;
          mode: Database['public']['Enums']['service_mode'];
          seat: number;
          window_start: string;
        };
        Update: {
          booking_date?: string;
          booking_id?: string | null;
          held_until?: string | null;
          hold_id?: string | null;
          mode?: Database['public']['Enums']['service_mode'];
          seat?: number;
          window_start?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_places_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_places_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_places_mode_fkey';
            columns: ['mode'];
            isOneToOne: false;
            referencedRelation: 'service_modes';
            referencedColumns: ['mode'];
          },
        ];
      };
      booking_signals: {
        Row: {
          booking_date: string;
          booking_time: string;
          changed_at: string;
          created_at: string;
          estimated_price: number | null;
          final_price: number | null;
          id: string;
          vehicle_number: string | null;
        };
        ComputedFields: never;
        Insert: {
          booking_date: string;
          booking_time: string;
          changed_at: string;
          created_at: string;
          estimated_price?: number | null;
          final_price?: number | null;
          id: string;
          vehicle_number?: string | null;
        };
        Update: {
          booking_date?: string;
          booking_time?: string;
          changed_at?: string;
          created_at?: string;
          estimated_price?: number | null;
          final_price?: number | null;
          id?: string;
          vehicle_number?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'booking_signals_id_fkey';
            columns: ['id'];
            isOneToOne: true;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_signals_id_fkey';
            columns: ['id'];
            isOneToOne: true;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      booking_transitions: {
        Row: {
          actor: Database['public']['Enums']['booking_actor'];
          from_status: Database['public']['Enums']['booking_status'];
          modes: Database['public']['Enums']['service_mode'][] | null;
          needs_note: boolean;
          to_status: Database['public']['Enums']['booking_status'];
        };
        ComputedFields: never;
        Insert: {
          actor: Database['public']['Enums']['booking_actor'];
          from_status: Database['public']['Enums']['booking_status'];
          modes?: Database['public']['Enums']['service_mode'][] | null;
          needs_note?: boolean;
          to_status: Database['public']['Enums']['booking_status'];
        };
        Update: {
          actor?: Database['public']['Enums']['booking_actor'];
          from_status?: Database['public']['Enums']['booking_status'];
          modes?: Database['public']['Enums']['service_mode'][] | null;
          needs_note?: boolean;
          to_status?: Database['public']['Enums']['booking_status'];
        };
        Relationships: [];
      };
      brands: {
        Row: {
          name: string;
          owners: string;
          positioning: string;
          slug: string;
          sort: number;
          story_md: string;
        };
        ComputedFields: never;
        Insert: {
          name: string;
          owners?: string;
          positioning?: string;
          slug: string;
          sort: number;
          story_md?: string;
        };
        Update: {
          name?: string;
          owners?: string;
          positioning?: string;
          slug?: string;
          sort?: number;
          story_md?: string;
        };
        Relationships: [];
      };
      business_hours: {
        Row: {
          closes: string;
          opens: string;
          weekday: number;
        };
        ComputedFields: never;
        Insert: {
          closes: string;
          opens: string;
          weekday: number;
        };
        Update: {
          closes?: string;
          opens?: string;
          weekday?: number;
        };
        Relationships: [];
      };
      callback_requests: {
        Row: {
          bike: string | null;
          created_at: string;
          handled_at: string | null;
          id: string;
          kind: Database['public']['Enums']['callback_kind'];
          message: string | null;
          name: string;
          outcome: Database['public']['Enums']['call_outcome'] | null;
          phone: string;
          pin: string | null;
          tried_at: string | null;
          tries: number;
        };
        ComputedFields: never;
        Insert: {
          bike?: string | null;
          created_at?: string;
          handled_at?: string | null;
          id?: string;
          kind: Database['public']['Enums']['callback_kind'];
          message?: string | null;
          name: string;
          outcome?: Database['public']['Enums']['call_outcome'] | null;
          phone: string;
          pin?: string | null;
          tried_at?: string | null;
          tries?: number;
        };
        Update: {
          bike?: string | null;
          created_at?: string;
          handled_at?: string | null;
          id?: string;
          kind?: Database['public']['Enums']['callback_kind'];
          message?: string | null;
          name?: string;
          outcome?: Database['public']['Enums']['call_outcome'] | null;
          phone?: string;
          pin?: string | null;
          tried_at?: string | null;
          tries?: number;
        };
        Relationships: [];
      };
      capacities: {
        Row: {
          id: number;
          mode: Database['public']['Enums']['service_mode'];
          places: number;
          weekday: number | null;
          window_start: string | null;
        };
        ComputedFields: never;
        Insert: {
          id?: number;
          mode: Database['public']['Enums']['service_mode'];
          places: number;
          weekday?: number | null;
          window_start?: string | null;
        };
        Update: {
          id?: number;
          mode?: Database['public']['Enums']['service_mode'];
          places?: number;
          weekday?: number | null;
          window_start?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'capacities_mode_fkey';
            columns: ['mode'];
            isOneToOne: false;
            referencedRelation: 'service_modes';
            referencedColumns: ['mode'];
          },
        ];
      };
      categories: {
        Row: {
          fixed_page: string | null;
          intro_md: string;
          slug: string;
          sort: number;
          summary: string;
          title: string;
        };
        ComputedFields: never;
        Insert: {
          fixed_page?: string | null;
          intro_md?: string;
          slug: string;
          sort: number;
          summary?: string;
          title: string;
        };
        Update: {
          fixed_page?: string | null;
          intro_md?: string;
          slug?: string;
          sort?: number;
          summary?: string;
          title?: string;
        };
        Relationships: [];
      };
      client_reports: {
        Row: {
          app: string;
          canary: boolean;
          id: number;
          kind: Database['public']['Enums']['report_kind'];
          message: string | null;
          name: string;
          received_at: string;
          request_id: string | null;
          route: string | null;
          sample_rate: number;
          sender: string | null;
          site_release: string | null;
          value: number | null;
          version: string;
        };
        ComputedFields: never;
        Insert: {
          app: string;
          canary?: boolean;
          id?: never;
          kind: Database['public']['Enums']['report_kind'];
          message?: string | null;
          name: string;
          received_at?: string;
          request_id?: string | null;
          route?: string | null;
          sample_rate?: number;
          sender?: string | null;
          site_release?: string | null;
          value?: number | null;
          version: string;
        };
        Update: {
          app?: string;
          canary?: boolean;
          id?: never;
          kind?: Database['public']['Enums']['report_kind'];
          message?: string | null;
          name?: string;
          received_at?: string;
          request_id?: string | null;
          route?: string | null;
          sample_rate?: number;
          sender?: string | null;
          site_release?: string | null;
          value?: number | null;
          version?: string;
        };
        Relationships: [];
      };
      closures: {
        Row: {
          closes_at: string | null;
          date: string;
          reason: string;
        };
        ComputedFields: never;
        Insert: {
          closes_at?: string | null;
          date: string;
          reason: string;
        };
        Update: {
          closes_at?: string | null;
          date?: string;
          reason?: string;
        };
        Relationships: [];
      };
      coupons: {
        Row: {
          amount: number;
          code: string;
          first_booking: boolean;
          from_day: string | null;
          kind: Database['public']['Enums']['coupon_kind'];
          max_off: number | null;
          min_bikes: number;
          min_total: number;
          package_slug: string | null;
          until_day: string | null;
          weekdays: number[] | null;
        };
        ComputedFields: never;
        Insert: {
          amount: number;
          code: string;
          first_booking?: boolean;
          from_day?: string | null;
          kind: Database['public']['Enums']['coupon_kind'];
          max_off?: number | null;
          min_bikes?: number;
          min_total?: number;
          package_slug?: string | null;
          until_day?: string | null;
          weekdays?: number[] | null;
        };
        Update: {
          amount?: number;
          code?: string;
          first_booking?: boolean;
          from_day?: string | null;
          kind?: Database['public']['Enums']['coupon_kind'];
          max_off?: number | null;
          min_bikes?: number;
          min_total?: number;
          package_slug?: string | null;
          until_day?: string | null;
          weekdays?: number[] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'coupons_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'coupons_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
        ];
      };
      credit_notes: {
        Row: {
          booking_id: string | null;
          data: NonNullable<Json>;
          financial_year: string;
          id: string;
          invoice_id: string;
          issued_at: string;
          number: string;
          reason: string;
          request_id: string;
          serial: number;
          total: number;
        };
        ComputedFields: never;
        Insert: {
          booking_id?: string | null;
          data: NonNullable<Json>;
          financial_year: string;
          id?: string;
          invoice_id: string;
          issued_at: string;
          number: string;
          reason: string;
          request_id: string;
          serial: number;
          total: number;
        };
        Update: {
          booking_id?: string | null;
          data?: NonNullable<Json>;
          financial_year?: string;
          id?: string;
          invoice_id?: string;
          issued_at?: string;
          number?: string;
          reason?: string;
          request_id?: string;
          serial?: number;
          total?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'credit_notes_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'credit_notes_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'credit_notes_invoice_id_fkey';
            columns: ['invoice_id'];
            isOneToOne: false;
            referencedRelation: 'invoices';
            referencedColumns: ['id'];
          },
        ];
      };
      customer_calls: {
        Row: {
          about: string | null;
          booking_id: string | null;
          called_at: string;
          called_by: string | null;
          id: string;
          outcome: Database['public']['Enums']['call_outcome'];
          phone: string;
        };
        ComputedFields: never;
        Insert: {
          about?: string | null;
          booking_id?: string | null;
          called_at: string;
          called_by?: string | null;
          id?: string;
          outcome: Database['public']['Enums']['call_outcome'];
          phone: string;
        };
        Update: {
          about?: string | null;
          booking_id?: string | null;
          called_at?: string;
          called_by?: string | null;
          id?: string;
          outcome?: Database['public']['Enums']['call_outcome'];
          phone?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'customer_calls_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'customer_calls_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      customer_notes: {
        Row: {
          id: string;
          note: string;
          phone: string;
          written_at: string;
          written_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          id?: string;
          note: string;
          phone: string;
          written_at?: string;
          written_by?: string | null;
        };
        Update: {
          id?: string;
          note?: string;
          phone?: string;
          written_at?: string;
          written_by?: string | null;
        };
        Relationships: [];
      };
      declined_work: {
        Row: {
          answer: Database['public']['Enums']['extra_work_status'];
          answered_on: string;
          booked_with: string | null;
          ended_at: string | null;
          extra_work_id: string;
          id: string;
          item_id: string | null;
          minutes: number;
          model_id: string;
          name: string;
          price: number;
          reason: string;
          urgency: Database['public']['Enums']['work_urgency'] | null;
          vehicle_number: string | null;
        };
        ComputedFields: never;
        Insert: {
          answer: Database['public']['Enums']['extra_work_status'];
          answered_on: string;
          booked_with?: string | null;
          ended_at?: string | null;
          extra_work_id: string;
          id?: string;
          item_id?: string | null;
          minutes: number;
          model_id: string;
          name: string;
          price: number;
          reason: string;
          urgency?: Database['public']['Enums']['work_urgency'] | null;
          vehicle_number?: string | null;
        };
        Update: {
          answer?: Database['public']['Enums']['extra_work_status'];
          answered_on?: string;
          booked_with?: string | null;
          ended_at?: string | null;
          extra_work_id?: string;
          id?: string;
          item_id?: string | null;
          minutes?: number;
          model_id?: string;
          name?: string;
          price?: number;
          reason?: string;
          urgency?: Database['public']['Enums']['work_urgency'] | null;
          vehicle_number?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'declined_work_booked_with_fkey';
            columns: ['booked_with'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'declined_work_booked_with_fkey';
            columns: ['booked_with'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'declined_work_extra_work_id_fkey';
            columns: ['extra_work_id'];
            isOneToOne: true;
            referencedRelation: 'extra_work';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'declined_work_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'declined_work_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_inspections';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'declined_work_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_job_cards';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'declined_work_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'declined_work_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_traits';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'declined_work_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'models';
            referencedColumns: ['id'];
          },
        ];
      };
      desk_reminders: {
        Row: {
          done_at: string | null;
          due_at: string;
          id: string;
          phone: string | null;
          user_id: string;
          words: string;
        };
        ComputedFields: never;
        Insert: {
          done_at?: string | null;
          due_at: string;
          id?: string;
          phone?: string | null;
          user_id?: string;
          words: string;
        };
        Update: {
          done_at?: string | null;
          due_at?: string;
          id?: string;
          phone?: string | null;
          user_id?: string;
          words?: string;
        };
        Relationships: [];
      };
      extra_work: {
        Row: {
          answer_by: string | null;
          answered_by: string | null;
          booking_id: string;
          decided_at: string | null;
          decided_by: Database['public']['Enums']['extra_work_decider'] | null;
          id: string;
          item_id: string | null;
          minutes: number;
          name: string;
          note: string | null;
          position: number;
          price: number;
          price_version: number;
          proposed_at: string;
          reason: string;
          seen_at: string | null;
          status: Database['public']['Enums']['extra_work_status'];
          urgency: Database['public']['Enums']['work_urgency'] | null;
        };
        ComputedFields: never;
        Insert: {
          answer_by?: string | null;
          answered_by?: string | null;
          booking_id: string;
          decided_at?: string | null;
          decided_by?: Database['public']['Enums']['extra_work_decider'] | null;
          id?: string;
          item_id?: string | null;
          minutes: number;
          name: string;
          note?: string | null;
          position: number;
          price: number;
          price_version?: number;
          proposed_at: string;
          reason: string;
          seen_at?: string | null;
          status: Database['public']['Enums']['extra_work_status'];
          urgency?: Database['public']['Enums']['work_urgency'] | null;
        };
        Update: {
          answer_by?: string | null;
          answered_by?: string | null;
          booking_id?: string;
          decided_at?: string | null;
          decided_by?: Database['public']['Enums']['extra_work_decider'] | null;
          id?: string;
          item_id?: string | null;
          minutes?: number;
          name?: string;
          note?: string | null;
          position?: number;
          price?: number;
          price_version?: number;
          proposed_at?: string;
          reason?: string;
          seen_at?: string | null;
          status?: Database['public']['Enums']['extra_work_status'];
          urgency?: Database['public']['Enums']['work_urgency'] | null;
        };
        Relationships: [
          {
            foreignKeyName: 'extra_work_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'extra_work_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      faqs: {
        Row: {
          answer_md: string;
          id: number;
          on_home: boolean;
          question: string;
          sort: number;
          topic: string;
        };
        ComputedFields: never;
        Insert: {
          answer_md: string;
          id: number;
          on_home?: boolean;
          question: string;
          sort: number;
          topic: string;
        };
        Update: {
          answer_md?: string;
          id?: number;
          on_home?: boolean;
          question?: string;
          sort?: number;
          topic?: string;
        };
        Relationships: [];
      };
      inspection_points: {
        Row: {
          applies: string | null;
          group_name: string;
          high_limit: number | null;
          hint: string | null;
          item_id: string | null;
          label: string;
          low_limit: number | null;
          per_place: boolean;
          slug: string;
          sort: number;
          unit: string | null;
        };
        ComputedFields: never;
        Insert: {
          applies?: string | null;
          group_name: string;
          high_limit?: number | null;
          hint?: string | null;
          item_id?: string | null;
          label: string;
          low_limit?: number | null;
          per_place?: boolean;
          slug: string;
          sort: number;
          unit?: string | null;
        };
        Update: {
          applies?: string | null;
          group_name?: string;
          high_limit?: number | null;
          hint?: string | null;
          item_id?: string | null;
          label?: string;
          low_limit?: number | null;
          per_place?: boolean;
          slug?: string;
          sort?: number;
          unit?: string | null;
        };
        Relationships: [];
      };
      invoices: {
        Row: {
          booking_id: string | null;
          data: NonNullable<Json>;
          financial_year: string;
          id: string;
          issued_at: string;
          number: string;
          replaces: string | null;
          request_id: string | null;
          serial: number;
          total: number;
        };
        ComputedFields: never;
        Insert: {
          booking_id?: string | null;
          data: NonNullable<Json>;
          financial_year: string;
          id?: string;
          issued_at: string;
          number: string;
          replaces?: string | null;
          request_id?: string | null;
          serial: number;
          total: number;
        };
        Update: {
          booking_id?: string | null;
          data?: NonNullable<Json>;
          financial_year?: string;
          id?: string;
          issued_at?: string;
          number?: string;
          replaces?: string | null;
          request_id?: string | null;
          serial?: number;
          total?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'invoices_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'invoices_replaces_fkey';
            columns: ['replaces'];
            isOneToOne: true;
            referencedRelation: 'invoices';
            referencedColumns: ['id'];
          },
        ];
      };
      message_outbox: {
        Row: {
          attempts: number;
          booking_id: string | null;
          callback_id: string | null;
          channel: Database['public']['Enums']['message_channel'];
          claimed_until: string | null;
          due_at: string;
          id: number;
          kind: Database['public']['Enums']['message_kind'];
          last_error: string | null;
          next_try_at: string;
          payment_id: string | null;
          recipient: string;
          sent_at: string | null;
          status: Database['public']['Enums']['message_status'];
          version: number;
          waitlist_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          attempts?: number;
          booking_id?: string | null;
          callback_id?: string | null;
          channel: Database['public']['Enums']['message_channel'];
          claimed_until?: string | null;
          due_at: string;
          id?: never;
          kind: Database['public']['Enums']['message_kind'];
          last_error?: string | null;
          next_try_at: string;
          payment_id?: string | null;
          recipient: string;
          sent_at?: string | null;
          status?: Database['public']['Enums']['message_status'];
          version: number;
          waitlist_id?: string | null;
        };
        Update: {
          attempts?: number;
          booking_id?: string | null;
          callback_id?: string | null;
          channel?: Database['public']['Enums']['message_channel'];
          claimed_until?: string | null;
          due_at?: string;
          id?: never;
          kind?: Database['public']['Enums']['message_kind'];
          last_error?: string | null;
          next_try_at?: string;
          payment_id?: string | null;
          recipient?: string;
          sent_at?: string | null;
          status?: Database['public']['Enums']['message_status'];
          version?: number;
          waitlist_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'message_outbox_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_outbox_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_outbox_callback_id_fkey';
            columns: ['callback_id'];
            isOneToOne: false;
            referencedRelation: 'callback_requests';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_outbox_callback_id_fkey';
            columns: ['callback_id'];
            isOneToOne: false;
            referencedRelation: 'staff_callbacks';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_outbox_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_outbox_waitlist_id_fkey';
            columns: ['waitlist_id'];
            isOneToOne: false;
            referencedRelation: 'staff_waitlist';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'message_outbox_waitlist_id_fkey';
            columns: ['waitlist_id'];
            isOneToOne: false;
            referencedRelation: 'waitlist';
            referencedColumns: ['id'];
          },
        ];
      };
      models: {
        Row: {
          body: Database['public']['Enums']['bike_body'];
          brand_slug: string;
          clutch: Database['public']['Enums']['bike_clutch'];
          cooling: Database['public']['Enums']['bike_cooling'];
          drive: Database['public']['Enums']['bike_drive'];
          engine_cc: number;
          front_brake: Database['public']['Enums']['bike_brake'];
          fuel: Database['public']['Enums']['bike_fuel'];
          id: string;
          interval_km: number;
          interval_months: number;
          jaso: string | null;
          name: string;
          note: string | null;
          oil_filter: boolean;
          oil_grade: string | null;
          oil_litres: number;
          popular_rank: number | null;
          price_class: string;
          rear_brake: Database['public']['Enums']['bike_brake'];
          search_names: string;
          slug: string;
          sort: number;
          tyres: Database['public']['Enums']['bike_tyres'];
        };
        ComputedFields: never;
        Insert: {
          body: Database['public']['Enums']['bike_body'];
          brand_slug: string;
          clutch?: Database['public']['Enums']['bike_clutch'];
          cooling: Database['public']['Enums']['bike_cooling'];
          drive: Database['public']['Enums']['bike_drive'];
          engine_cc: number;
          front_brake: Database['public']['Enums']['bike_brake'];
          fuel: Database['public']['Enums']['bike_fuel'];
          id?: never;
          interval_km: number;
          interval_months: number;
          jaso?: string | null;
          name: string;
          note?: string | null;
          oil_filter: boolean;
          oil_grade?: string | null;
          oil_litres: number;
          popular_rank?: number | null;
          price_class: string;
          rear_brake: Database['public']['Enums']['bike_brake'];
          search_names?: string;
          slug: string;
          sort: number;
          tyres?: Database['public']['Enums']['bike_tyres'];
        };
        Update: {
          body?: Database['public']['Enums']['bike_body'];
          brand_slug?: string;
          clutch?: Database['public']['Enums']['bike_clutch'];
          cooling?: Database['public']['Enums']['bike_cooling'];
          drive?: Database['public']['Enums']['bike_drive'];
          engine_cc?: number;
          front_brake?: Database['public']['Enums']['bike_brake'];
          fuel?: Database['public']['Enums']['bike_fuel'];
          id?: never;
          interval_km?: number;
          interval_months?: number;
          jaso?: string | null;
          name?: string;
          note?: string | null;
          oil_filter?: boolean;
          oil_grade?: string | null;
          oil_litres?: number;
          popular_rank?: number | null;
          price_class?: string;
          rear_brake?: Database['public']['Enums']['bike_brake'];
          search_names?: string;
          slug?: string;
          sort?: number;
          tyres?: Database['public']['Enums']['bike_tyres'];
        };
        Relationships: [
          {
            foreignKeyName: 'models_brand_slug_fkey';
            columns: ['brand_slug'];
            isOneToOne: false;
            referencedRelation: 'brands';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'models_price_class_fkey';
            columns: ['price_class'];
            isOneToOne: false;
            referencedRelation: 'price_classes';
            referencedColumns: ['id'];
          },
        ];
      };
      notification_logs: {
        Row: {
          body: string;
          created_at: string;
          data: NonNullable<Json>;
          id: string;
          order_id: string;
          read_at: string | null;
          title: string;
          type: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          body: string;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          order_id: string;
          read_at?: string | null;
          title: string;
          type: string;
          user_id: string;
        };
        Update: {
          body?: string;
          created_at?: string;
          data?: NonNullable<Json>;
          id?: string;
          order_id?: string;
          read_at?: string | null;
          title?: string;
          type?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notification_logs_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notification_logs_order_id_fkey';
            columns: ['order_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      package_addons_included: {
        Row: {
          addon_slug: string;
          package_slug: string;
        };
        ComputedFields: never;
        Insert: {
          addon_slug: string;
          package_slug: string;
        };
        Update: {
          addon_slug?: string;
          package_slug?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'package_addons_included_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'addons';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'package_addons_included_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['addon_slug'];
          },
          {
            foreignKeyName: 'package_addons_included_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'package_addons_included_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
        ];
      };
      package_items: {
        Row: {
          addon_slug: string | null;
          applies: string | null;
          group_name: string;
          hint: string | null;
          kind: Database['public']['Enums']['package_item_kind'];
          label: string;
          package_slug: string;
          position: number;
          see_package: string | null;
        };
        ComputedFields: never;
        Insert: {
          addon_slug?: string | null;
          applies?: string | null;
          group_name?: string;
          hint?: string | null;
          kind: Database['public']['Enums']['package_item_kind'];
          label: string;
          package_slug: string;
          position: number;
          see_package?: string | null;
        };
        Update: {
          addon_slug?: string | null;
          applies?: string | null;
          group_name?: string;
          hint?: string | null;
          kind?: Database['public']['Enums']['package_item_kind'];
          label?: string;
          package_slug?: string;
          position?: number;
          see_package?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'package_items_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'addons';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'package_items_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['addon_slug'];
          },
          {
            foreignKeyName: 'package_items_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'package_items_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
        ];
      };
      package_points: {
        Row: {
          package_slug: string;
          point_slug: string;
          position: number;
        };
        ComputedFields: never;
        Insert: {
          package_slug: string;
          point_slug: string;
          position: number;
        };
        Update: {
          package_slug?: string;
          point_slug?: string;
          position?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'package_points_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'package_points_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'package_points_point_slug_fkey';
            columns: ['point_slug'];
            isOneToOne: false;
            referencedRelation: 'inspection_points';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'package_points_point_slug_fkey';
            columns: ['point_slug'];
            isOneToOne: false;
            referencedRelation: 'model_inspections';
            referencedColumns: ['point'];
          },
        ];
      };
      package_prices: {
        Row: {
          package_slug: string;
          price: number;
          price_class: string;
        };
        ComputedFields: never;
        Insert: {
          package_slug: string;
          price: number;
          price_class: string;
        };
        Update: {
          package_slug?: string;
          price?: number;
          price_class?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'package_prices_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'package_prices_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'package_prices_price_class_fkey';
            columns: ['price_class'];
            isOneToOne: false;
            referencedRelation: 'price_classes';
            referencedColumns: ['id'];
          },
        ];
      };
      packages: {
        Row: {
          category_slug: string;
          checks: number | null;
          condition: string | null;
          drive: Database['public']['Enums']['package_drive'];
          fee_adjusted: boolean;
          hint: string | null;
          lead: string;
          minutes: number;
          modes: Database['public']['Enums']['service_mode'][];
          name: string;
          next_day_only: boolean;
          odometer_optional: Database['public']['Enums']['service_mode'][];
          oil_included: boolean;
          price_is_from: boolean;
          resets_service: Database['public']['Enums']['service_reset'] | null;
          season: string | null;
          short_name: string;
          slug: string;
          sort: number;
          story_md: string;
          summary: string;
          two_day: boolean;
        };
        ComputedFields: never;
        Insert: {
          category_slug: string;
          checks?: number | null;
          condition?: string | null;
          drive?: Database['public']['Enums']['package_drive'];
          fee_adjusted?: boolean;
          hint?: string | null;
          lead?: string;
          minutes: number;
          modes: Database['public']['Enums']['service_mode'][];
          name: string;
          next_day_only?: boolean;
          odometer_optional?: Database['public']['Enums']['service_mode'][];
          oil_included?: boolean;
          price_is_from?: boolean;
          resets_service?: Database['public']['Enums']['service_reset'] | null;
          season?: string | null;
          short_name: string;
          slug: string;
          sort: number;
          story_md?: string;
          summary?: string;
          two_day?: boolean;
        };
        Update: {
          category_slug?: string;
          checks?: number | null;
          condition?: string | null;
          drive?: Database['public']['Enums']['package_drive'];
          fee_adjusted?: boolean;
          hint?: string | null;
          lead?: string;
          minutes?: number;
          modes?: Database['public']['Enums']['service_mode'][];
          name?: string;
          next_day_only?: boolean;
          odometer_optional?: Database['public']['Enums']['service_mode'][];
          oil_included?: boolean;
          price_is_from?: boolean;
          resets_service?: Database['public']['Enums']['service_reset'] | null;
          season?: string | null;
          short_name?: string;
          slug?: string;
          sort?: number;
          story_md?: string;
          summary?: string;
          two_day?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'packages_category_slug_fkey';
            columns: ['category_slug'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['slug'];
          },
        ];
      };
      payment_events: {
        Row: {
          amount_paise: number | null;
          at: string;
          event_id: string;
          id: number;
          kind: string;
          outcome: Database['public']['Enums']['payment_event_outcome'];
          payment_id: string;
          provider: Database['public']['Enums']['payment_provider'];
          provider_payment_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          amount_paise?: number | null;
          at: string;
          event_id: string;
          id?: never;
          kind: string;
          outcome: Database['public']['Enums']['payment_event_outcome'];
          payment_id: string;
          provider: Database['public']['Enums']['payment_provider'];
          provider_payment_id?: string | null;
        };
        Update: {
          amount_paise?: number | null;
          at?: string;
          event_id?: string;
          id?: never;
          kind?: string;
          outcome?: Database['public']['Enums']['payment_event_outcome'];
          payment_id?: string;
          provider?: Database['public']['Enums']['payment_provider'];
          provider_payment_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payment_events_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      payments: {
        Row: {
          amount_paise: number;
          booking_id: string;
          captured_at: string | null;
          captured_paise: number;
          checked_at: string | null;
          claimed_at: string | null;
          created_at: string;
          id: string;
          method: Database['public']['Enums']['payment_method'];
          note: string | null;
          provider: Database['public']['Enums']['payment_provider'];
          provider_order_id: string | null;
          provider_payment_id: string | null;
          reference: string;
          status: Database['public']['Enums']['payment_status'];
          terminal_reference: string | null;
        };
        ComputedFields: never;
        Insert: {
          amount_paise: number;
          booking_id: string;
          captured_at?: string | null;
          captured_paise?: number;
          checked_at?: string | null;
          claimed_at?: string | null;
          created_at: string;
          id?: string;
          method: Database['public']['Enums']['payment_method'];
          note?: string | null;
          provider: Database['public']['Enums']['payment_provider'];
          provider_order_id?: string | null;
          provider_payment_id?: string | null;
          reference: string;
          status: Database['public']['Enums']['payment_status'];
          terminal_reference?: string | null;
        };
        Update: {
          amount_paise?: number;
          booking_id?: string;
          captured_at?: string | null;
          captured_paise?: number;
          checked_at?: string | null;
          claimed_at?: string | null;
          created_at?: string;
          id?: string;
          method?: Database['public']['Enums']['payment_method'];
          note?: string | null;
          provider?: Database['public']['Enums']['payment_provider'];
          provider_order_id?: string | null;
          provider_payment_id?: string | null;
          reference?: string;
          status?: Database['public']['Enums']['payment_status'];
          terminal_reference?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'payments_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'payments_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      posts: {
        Row: {
          author: string;
          body_md: string;
          lead: string;
          package_slug: string | null;
          reading_minutes: number;
          slug: string;
          sort: number;
          title: string;
          updated_date: string;
        };
        ComputedFields: never;
        Insert: {
          author: string;
          body_md: string;
          lead: string;
          package_slug?: string | null;
          reading_minutes: number;
          slug: string;
          sort: number;
          title: string;
          updated_date: string;
        };
        Update: {
          author?: string;
          body_md?: string;
          lead?: string;
          package_slug?: string | null;
          reading_minutes?: number;
          slug?: string;
          sort?: number;
          title?: string;
          updated_date?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'posts_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'posts_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
        ];
      };
      price_classes: {
        Row: {
          extra_minutes: number;
          id: string;
          max_cc: number | null;
          min_cc: number;
        };
        ComputedFields: never;
        Insert: {
          extra_minutes: number;
          id: string;
          max_cc?: number | null;
          min_cc?: number;
        };
        Update: {
          extra_minutes?: number;
          id?: string;
          max_cc?: number | null;
          min_cc?: number;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          address_line: string | null;
          area_slug: string | null;
          created_at: string;
          full_name: string | null;
          haptics: boolean;
          landmark: string | null;
          phone: string | null;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          address_line?: string | null;
          area_slug?: string | null;
          created_at?: string;
          full_name?: string | null;
          haptics?: boolean;
          landmark?: string | null;
          phone?: string | null;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          address_line?: string | null;
          area_slug?: string | null;
          created_at?: string;
          full_name?: string | null;
          haptics?: boolean;
          landmark?: string | null;
          phone?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'profiles_area_slug_fkey';
            columns: ['area_slug'];
            isOneToOne: false;
            referencedRelation: 'areas';
            referencedColumns: ['slug'];
          },
        ];
      };
      refunds: {
        Row: {
          amount_paise: number;
          asked_at: string;
          booking_id: string;
          done_at: string | null;
          id: string;
          next_try_at: string;
          note: string | null;
          payment_id: string;
          provider_refund_id: string | null;
          reason: Database['public']['Enums']['refund_reason'];
          status: Database['public']['Enums']['refund_status'];
          tries: number;
        };
        ComputedFields: never;
        Insert: {
          amount_paise: number;
          asked_at: string;
          booking_id: string;
          done_at?: string | null;
          id?: string;
          next_try_at: string;
          note?: string | null;
          payment_id: string;
          provider_refund_id?: string | null;
          reason: Database['public']['Enums']['refund_reason'];
          status?: Database['public']['Enums']['refund_status'];
          tries?: number;
        };
        Update: {
          amount_paise?: number;
          asked_at?: string;
          booking_id?: string;
          done_at?: string | null;
          id?: string;
          next_try_at?: string;
          note?: string | null;
          payment_id?: string;
          provider_refund_id?: string | null;
          reason?: Database['public']['Enums']['refund_reason'];
          status?: Database['public']['Enums']['refund_status'];
          tries?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'refunds_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'refunds_payment_id_fkey';
            columns: ['payment_id'];
            isOneToOne: false;
            referencedRelation: 'payments';
            referencedColumns: ['id'];
          },
        ];
      };
      reviews: {
        Row: {
          area_slug: string;
          body: string;
          created_date: string;
          id: number;
          is_sample: boolean;
          model_id: string;
          name: string;
          stars: number;
        };
        ComputedFields: never;
        Insert: {
          area_slug: string;
          body: string;
          created_date: string;
          id: number;
          is_sample?: boolean;
          model_id: string;
          name: string;
          stars: number;
        };
        Update: {
          area_slug?: string;
          body?: string;
          created_date?: string;
          id?: number;
          is_sample?: boolean;
          model_id?: string;
          name?: string;
          stars?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'reviews_area_slug_fkey';
            columns: ['area_slug'];
            isOneToOne: false;
            referencedRelation: 'areas';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'reviews_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'reviews_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_inspections';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'reviews_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_job_cards';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'reviews_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'reviews_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_traits';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'reviews_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'models';
            referencedColumns: ['id'];
          },
        ];
      };
      service_bookings: {
        Row: {
          address_line: string | null;
          approval_limit: number;
          area_slug: string | null;
          assigned_to: string | null;
          bike_name: string;
          booking_date: string;
          booking_time: string;
          brand_slug: string;
          cancel_cause: Database['public']['Enums']['change_cause'] | null;
          cancel_reason: string | null;
          cancelled_by: Database['public']['Enums']['cancelling_party'] | null;
          carried: number;
          carried_to: string | null;
          chassis_last5: string | null;
          closed_at: string | null;
          coupon_code: string | null;
          created_at: string;
          customer_name: string;
          discount: number;
          edits: number;
          email: string | null;
          estimated_price: number;
          fee: number;
          final_price: number | null;
          group_id: string | null;
          gstin: string | null;
          id: string;
          landmark: string | null;
          late_cancelled: boolean;
          late_moves: number;
          mechanic: string | null;
          minutes: number;
          mode: Database['public']['Enums']['service_mode'];
          model_id: string;
          model_year: number | null;
          moves: number;
          notes: string | null;
          number: string;
          odometer_km: number | null;
          origin: Database['public']['Enums']['booking_origin'];
          pay_by: Database['public']['Enums']['pay_by'];
          pay_until: string | null;
          phone: string;
          pin: string | null;
          ready_date: string;
          ready_time: string | null;
          recheck_of: string | null;
          request_id: string;
          resume_status: Database['public']['Enums']['booking_status'] | null;
          starts_at: string;
          status: Database['public']['Enums']['booking_status'];
          updated_at: string;
          user_id: string | null;
          vehicle_number: string | null;
          version: number;
          window_end: string;
          windows: number;
        };
        ComputedFields: never;
        Insert: {
          address_line?: string | null;
          approval_limit?: number;
          area_slug?: string | null;
          assigned_to?: string | null;
          bike_name: string;
          booking_date: string;
          booking_time: string;
          brand_slug: string;
          cancel_cause?: Database['public']['Enums']['change_cause'] | null;
          cancel_reason?: string | null;
          cancelled_by?: Database['public']['Enums']['cancelling_party'] | null;
          carried?: number;
          carried_to?: string | null;
          chassis_last5?: string | null;
          closed_at?: string | null;
          coupon_code?: string | null;
          created_at?: string;
          customer_name: string;
          discount?: number;
          edits?: number;
          email?: string | null;
          estimated_price: number;
          fee?: number;
          final_price?: number | null;
          group_id?: string | null;
          gstin?: string | null;
          id?: string;
          landmark?: string | null;
          late_cancelled?: boolean;
          late_moves?: number;
          mechanic?: string | null;
          minutes: number;
          mode: Database['public']['Enums']['service_mode'];
          model_id: string;
          model_year?: number | null;
          moves?: number;
          notes?: string | null;
          number?: never;
          odometer_km?: number | null;
          origin?: Database['public']['Enums']['booking_origin'];
          pay_by?: Database['public']['Enums']['pay_by'];
          pay_until?: string | null;
          phone: string;
          pin?: string | null;
          ready_date: string;
          ready_time?: string | null;
          recheck_of?: string | null;
          request_id: string;
          resume_status?: Database['public']['Enums']['booking_status'] | null;
          starts_at?: never;
          status: Database['public']['Enums']['booking_status'];
          updated_at?: string;
          user_id?: string | null;
          vehicle_number?: string | null;
          version?: number;
          window_end: string;
          windows: number;
        };
        Update: {
          address_line?: string | null;
          approval_limit?: number;
          area_slug?: string | null;
          assigned_to?: string | null;
          bike_name?: string;
          booking_date?: string;
          booking_time?: string;
          brand_slug?: string;
          cancel_cause?: Database['public']['Enums']['change_cause'] | null;
          cancel_reason?: string | null;
          cancelled_by?: Database['public']['Enums']['cancelling_party'] | null;
          carried?: number;
          carried_to?: string | null;
          chassis_last5?: string | null;
          closed_at?: string | null;
          coupon_code?: string | null;
          created_at?: string;
          customer_name?: string;
          discount?: number;
          edits?: number;
          email?: string | null;
          estimated_price?: number;
          fee?: number;
          final_price?: number | null;
          group_id?: string | null;
          gstin?: string | null;
          id?: string;
          landmark?: string | null;
          late_cancelled?: boolean;
          late_moves?: number;
          mechanic?: string | null;
          minutes?: number;
          mode?: Database['public']['Enums']['service_mode'];
          model_id?: string;
          model_year?: number | null;
          moves?: number;
          notes?: string | null;
          number?: never;
          odometer_km?: number | null;
          origin?: Database['public']['Enums']['booking_origin'];
          pay_by?: Database['public']['Enums']['pay_by'];
          pay_until?: string | null;
          phone?: string;
          pin?: string | null;
          ready_date?: string;
          ready_time?: string | null;
          recheck_of?: string | null;
          request_id?: string;
          resume_status?: Database['public']['Enums']['booking_status'] | null;
          starts_at?: never;
          status?: Database['public']['Enums']['booking_status'];
          updated_at?: string;
          user_id?: string | null;
          vehicle_number?: string | null;
          version?: number;
          window_end?: string;
          windows?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'service_bookings_area_slug_fkey';
            columns: ['area_slug'];
            isOneToOne: false;
            referencedRelation: 'areas';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'service_bookings_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'colleagues';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'service_bookings_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'staff';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'service_bookings_brand_slug_fkey';
            columns: ['brand_slug'];
            isOneToOne: false;
            referencedRelation: 'brands';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'service_bookings_carried_to_fkey';
            columns: ['carried_to'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'service_bookings_carried_to_fkey';
            columns: ['carried_to'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'service_bookings_mode_fkey';
            columns: ['mode'];
            isOneToOne: false;
            referencedRelation: 'service_modes';
            referencedColumns: ['mode'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_inspections';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_job_cards';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_traits';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'models';
            referencedColumns: ['id'];
          },
        ];
      };
      service_modes: {
        Row: {
          buffer_minutes: number;
          label: string;
          lead_minutes: number;
          mode: Database['public']['Enums']['service_mode'];
          same_day_until: string;
          sort: number;
        };
        ComputedFields: never;
        Insert: {
          buffer_minutes: number;
          label: string;
          lead_minutes: number;
          mode: Database['public']['Enums']['service_mode'];
          same_day_until: string;
          sort: number;
        };
        Update: {
          buffer_minutes?: number;
          label?: string;
          lead_minutes?: number;
          mode?: Database['public']['Enums']['service_mode'];
          same_day_until?: string;
          sort?: number;
        };
        Relationships: [];
      };
      shop: {
        Row: {
          address: string;
          approval_limits: number[];
          cancel_free_hours: number;
          email: string;
          free_pickup_from: number;
          gstin: string;
          hold_extension_minutes: number;
          hold_minutes: number;
          horizon_days: number;
          hours_text: string;
          id: number;
          is_demo: boolean;
          late_credit: number;
          late_fee: number;
          late_minutes: number;
          legal_name: string;
          name: string;
          no_show_minutes: number;
          offer_minutes: number;
          payment_minutes: number;
          payment_provider: Database['public']['Enums']['payment_provider'] | null;
          phone: string;
          upi_name: string;
          upi_vpa: string;
          visit_fee: number;
          whatsapp: string;
          workshop_area: string;
        };
        ComputedFields: never;
        Insert: {
          address: string;
          approval_limits?: number[];
          cancel_free_hours?: number;
          email: string;
          free_pickup_from: number;
          gstin: string;
          hold_extension_minutes?: number;
          hold_minutes?: number;
          horizon_days: number;
          hours_text: string;
          id?: number;
          is_demo?: boolean;
          late_credit?: never;
          late_fee?: number;
          late_minutes?: number;
          legal_name?: string;
          name: string;
          no_show_minutes?: number;
          offer_minutes?: number;
          payment_minutes?: number;
          payment_provider?: Database['public']['Enums']['payment_provider'] | null;
          phone: string;
          upi_name?: string;
          upi_vpa?: string;
          visit_fee?: number;
          whatsapp: string;
          workshop_area: string;
        };
        Update: {
          address?: string;
          approval_limits?: number[];
          cancel_free_hours?: number;
          email?: string;
          free_pickup_from?: number;
          gstin?: string;
          hold_extension_minutes?: number;
          hold_minutes?: number;
          horizon_days?: number;
          hours_text?: string;
          id?: number;
          is_demo?: boolean;
          late_credit?: never;
          late_fee?: number;
          late_minutes?: number;
          legal_name?: string;
          name?: string;
          no_show_minutes?: number;
          offer_minutes?: number;
          payment_minutes?: number;
          payment_provider?: Database['public']['Enums']['payment_provider'] | null;
          phone?: string;
          upi_name?: string;
          upi_vpa?: string;
          visit_fee?: number;
          whatsapp?: string;
          workshop_area?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'shop_workshop_area_fkey';
            columns: ['workshop_area'];
            isOneToOne: false;
            referencedRelation: 'areas';
            referencedColumns: ['slug'];
          },
        ];
      };
      staff: {
        Row: {
          active: boolean;
          created_at: string;
          duty: Database['public']['Enums']['staff_duty'];
          name: string;
          phone: string | null;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          active?: boolean;
          created_at?: string;
          duty: Database['public']['Enums']['staff_duty'];
          name: string;
          phone?: string | null;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          active?: boolean;
          created_at?: string;
          duty?: Database['public']['Enums']['staff_duty'];
          name?: string;
          phone?: string | null;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      staff_absences: {
        Row: {
          day: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          day: string;
          user_id: string;
        };
        Update: {
          day?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'staff_absences_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'colleagues';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'staff_absences_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'staff';
            referencedColumns: ['user_id'];
          },
        ];
      };
      staff_invitations: {
        Row: {
          accepted_at: string | null;
          accepted_by: string | null;
          duty: Database['public']['Enums']['staff_duty'];
          email: string | null;
          ends_at: string;
          id: string;
          invited_at: string;
          invited_by: string | null;
          name: string;
          phone: string | null;
          withdrawn_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          accepted_at?: string | null;
          accepted_by?: string | null;
          duty: Database['public']['Enums']['staff_duty'];
          email?: string | null;
          ends_at: string;
          id?: string;
          invited_at: string;
          invited_by?: string | null;
          name: string;
          phone?: string | null;
          withdrawn_at?: string | null;
        };
        Update: {
          accepted_at?: string | null;
          accepted_by?: string | null;
          duty?: Database['public']['Enums']['staff_duty'];
          email?: string | null;
          ends_at?: string;
          id?: string;
          invited_at?: string;
          invited_by?: string | null;
          name?: string;
          phone?: string | null;
          withdrawn_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'staff_invitations_invited_by_fkey';
            columns: ['invited_by'];
            isOneToOne: false;
            referencedRelation: 'colleagues';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'staff_invitations_invited_by_fkey';
            columns: ['invited_by'];
            isOneToOne: false;
            referencedRelation: 'staff';
            referencedColumns: ['user_id'];
          },
        ];
      };
      status_targets: {
        Row: {
          minutes: number | null;
          status: Database['public']['Enums']['booking_status'];
        };
        ComputedFields: never;
        Insert: {
          minutes?: number | null;
          status: Database['public']['Enums']['booking_status'];
        };
        Update: {
          minutes?: number | null;
          status?: Database['public']['Enums']['booking_status'];
        };
        Relationships: [];
      };
      used_parts: {
        Row: {
          booking_id: string;
          extra_work_id: string | null;
          grade: string | null;
          hsn: string;
          kind: Database['public']['Enums']['used_part_kind'];
          make: string | null;
          name: string;
          part_number: string | null;
          position: number;
          price: number;
          quantity: number;
          unit: Database['public']['Enums']['part_unit'];
          used_at: string;
          used_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          booking_id: string;
          extra_work_id?: string | null;
          grade?: string | null;
          hsn: string;
          kind: Database['public']['Enums']['used_part_kind'];
          make?: string | null;
          name: string;
          part_number?: string | null;
          position: number;
          price?: number;
          quantity: number;
          unit: Database['public']['Enums']['part_unit'];
          used_at: string;
          used_by?: string | null;
        };
        Update: {
          booking_id?: string;
          extra_work_id?: string | null;
          grade?: string | null;
          hsn?: string;
          kind?: Database['public']['Enums']['used_part_kind'];
          make?: string | null;
          name?: string;
          part_number?: string | null;
          position?: number;
          price?: number;
          quantity?: number;
          unit?: Database['public']['Enums']['part_unit'];
          used_at?: string;
          used_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'used_parts_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'used_parts_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'used_parts_extra_work_id_fkey';
            columns: ['extra_work_id'];
            isOneToOne: false;
            referencedRelation: 'extra_work';
            referencedColumns: ['id'];
          },
        ];
      };
      user_roles: {
        Row: {
          role: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          role: string;
          user_id: string;
        };
        Update: {
          role?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      vouchers: {
        Row: {
          booking_id: string | null;
          data: NonNullable<Json>;
          financial_year: string;
          id: string;
          issued_at: string;
          kind: Database['public']['Enums']['voucher_kind'];
          number: string;
          payment_id: string;
          refund_id: string | null;
          serial: number;
          total: number;
        };
        ComputedFields: never;
        Insert: {
          booking_id?: string | null;
          data: NonNullable<Json>;
          financial_year: string;
          id?: string;
          issued_at: string;
          kind: Database['public']['Enums']['voucher_kind'];
          number: string;
          payment_id: string;
          refund_id?: string | null;
          serial: number;
          total: number;
        };
        Update: {
          booking_id?: string | null;
          data?: NonNullable<Json>;
          financial_year?: string;
          id?: string;
          issued_at?: string;
          kind?: Database['public']['Enums']['voucher_kind'];
          number?: string;
          payment_id?: string;
          refund_id?: string | null;
          serial?: number;
          total?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'vouchers_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'vouchers_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      waitlist: {
        Row: {
          bike_name: string;
          booking_date: string;
          booking_time: string;
          claim_hash: string | null;
          created_at: string;
          customer_name: string;
          email: string | null;
          id: string;
          items: NonNullable<Json>;
          leave_hash: string;
          mode: Database['public']['Enums']['service_mode'];
          model_id: string;
          next_day: boolean;
          offer_ends_at: string | null;
          offer_request_id: string;
          offered_at: string | null;
          phone: string;
          request_id: string;
          starts_at: string;
          state: Database['public']['Enums']['waitlist_state'];
          tried_at: string | null;
          tries: number;
          user_id: string | null;
          window_end: string;
          windows: number;
        };
        ComputedFields: never;
        Insert: {
          bike_name: string;
          booking_date: string;
          booking_time: string;
          claim_hash?: string | null;
          created_at: string;
          customer_name: string;
          email?: string | null;
          id?: string;
          items: NonNullable<Json>;
          leave_hash: string;
          mode: Database['public']['Enums']['service_mode'];
          model_id: string;
          next_day: boolean;
          offer_ends_at?: string | null;
          offer_request_id?: string;
          offered_at?: string | null;
          phone: string;
          request_id: string;
          starts_at?: never;
          state?: Database['public']['Enums']['waitlist_state'];
          tried_at?: string | null;
          tries?: number;
          user_id?: string | null;
          window_end: string;
          windows: number;
        };
        Update: {
          bike_name?: string;
          booking_date?: string;
          booking_time?: string;
          claim_hash?: string | null;
          created_at?: string;
          customer_name?: string;
          email?: string | null;
          id?: string;
          items?: NonNullable<Json>;
          leave_hash?: string;
          mode?: Database['public']['Enums']['service_mode'];
          model_id?: string;
          next_day?: boolean;
          offer_ends_at?: string | null;
          offer_request_id?: string;
          offered_at?: string | null;
          phone?: string;
          request_id?: string;
          starts_at?: never;
          state?: Database['public']['Enums']['waitlist_state'];
          tried_at?: string | null;
          tries?: number;
          user_id?: string | null;
          window_end?: string;
          windows?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'waitlist_mode_fkey';
            columns: ['mode'];
            isOneToOne: false;
            referencedRelation: 'service_modes';
            referencedColumns: ['mode'];
          },
        ];
      };
      weather_days: {
        Row: {
          date: string;
          note: string;
          set_at: string;
          set_by: string | null;
        };
        ComputedFields: never;
        Insert: {
          date: string;
          note: string;
          set_at?: string;
          set_by?: string | null;
        };
        Update: {
          date?: string;
          note?: string;
          set_at?: string;
          set_by?: string | null;
        };
        Relationships: [];
      };
    };
    Views: {
      colleagues: {
        Row: {
          active: boolean;
          duty: Database['public']['Enums']['staff_duty'];
          name: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          active?: boolean | null;
          duty?: Database['public']['Enums']['staff_duty'] | null;
          name?: string | null;
          user_id?: string | null;
        };
        Update: {
          active?: boolean | null;
          duty?: Database['public']['Enums']['staff_duty'] | null;
          name?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      model_addons: {
        Row: {
          addon_slug: string;
          included_in: string[] | null;
          max_quantity: number;
          min_odometer_km: number | null;
          minutes: number;
          model_id: string;
          name: string;
          price: number;
          sort: number;
          summary: string;
        };
        ComputedFields: never;
        Relationships: [];
      };
      model_inspections: {
        Row: {
          group_name: string;
          high_limit: number | null;
          hint: string | null;
          item_id: string | null;
          label: string;
          low_limit: number | null;
          model_id: string;
          package_slug: string;
          point: string;
          position: number;
          unit: string | null;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'package_points_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'package_points_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
        ];
      };
      model_job_cards: {
        Row: {
          addon_slug: string | null;
          group_name: string;
          hint: string | null;
          kind: Database['public']['Enums']['package_item_kind'];
          label: string;
          model_id: string;
          package_slug: string;
          position: number;
          price: number | null;
          see_package: string | null;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'package_items_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'addons';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'package_items_addon_slug_fkey';
            columns: ['addon_slug'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['addon_slug'];
          },
          {
            foreignKeyName: 'package_items_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['package_slug'];
          },
          {
            foreignKeyName: 'package_items_package_slug_fkey';
            columns: ['package_slug'];
            isOneToOne: false;
            referencedRelation: 'packages';
            referencedColumns: ['slug'];
          },
        ];
      };
      model_offers: {
        Row: {
          brand_slug: string;
          category_slug: string;
          checks: number | null;
          fee_adjusted: boolean;
          minutes: number | null;
          model_id: string;
          model_slug: string;
          modes: Database['public']['Enums']['service_mode'][];
          name: string;
          next_day_only: boolean;
          oil_included: boolean;
          package_slug: string;
          price: number;
          price_is_from: boolean;
          short_name: string;
          sort: number;
          summary: string;
          two_day: boolean;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'models_brand_slug_fkey';
            columns: ['brand_slug'];
            isOneToOne: false;
            referencedRelation: 'brands';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'packages_category_slug_fkey';
            columns: ['category_slug'];
            isOneToOne: false;
            referencedRelation: 'categories';
            referencedColumns: ['slug'];
          },
        ];
      };
      model_traits: {
        Row: {
          model_id: string;
          trait: string | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      planned_job_lines: {
        Row: {
          booking_id: string | null;
          group_name: string | null;
          is_concern: boolean | null;
          label: string | null;
          line: number | null;
        };
        ComputedFields: never;
        Relationships: [];
      };
      staff_bookings: {
        Row: {
          address_line: string | null;
          approval_limit: number;
          area_slug: string | null;
          areas: Json | null;
          assigned_to: string | null;
          bike_name: string;
          booking_date: string;
          booking_items: Json | null;
          booking_time: string;
          brand_slug: string;
          cancel_cause: Database['public']['Enums']['change_cause'] | null;
          cancel_reason: string | null;
          cancelled_by: Database['public']['Enums']['cancelling_party'] | null;
          chassis_last5: string | null;
          closed_at: string | null;
          contact_shown: boolean | null;
          coupon_code: string | null;
          created_at: string;
          customer_name: string;
          discount: number;
          email: string | null;
          estimated_price: number;
          fee: number;
          final_price: number | null;
          gstin: string | null;
          id: string;
          landmark: string | null;
          mechanic: string | null;
          minutes: number;
          mode: Database['public']['Enums']['service_mode'];
          model_id: string;
          model_year: number | null;
          models: Json | null;
          moves: number;
          notes: string | null;
          number: string;
          odometer_km: number | null;
          pay_by: Database['public']['Enums']['pay_by'];
          pay_until: string | null;
          phone: string | null;
          pin: string | null;
          ready_date: string;
          ready_time: string | null;
          starts_at: string;
          status: Database['public']['Enums']['booking_status'];
          updated_at: string;
          user_id: string | null;
          vehicle_number: string | null;
          version: number;
          window_end: string;
          windows: number;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'service_bookings_area_slug_fkey';
            columns: ['area_slug'];
            isOneToOne: false;
            referencedRelation: 'areas';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'service_bookings_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'colleagues';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'service_bookings_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'staff';
            referencedColumns: ['user_id'];
          },
          {
            foreignKeyName: 'service_bookings_brand_slug_fkey';
            columns: ['brand_slug'];
            isOneToOne: false;
            referencedRelation: 'brands';
            referencedColumns: ['slug'];
          },
          {
            foreignKeyName: 'service_bookings_mode_fkey';
            columns: ['mode'];
            isOneToOne: false;
            referencedRelation: 'service_modes';
            referencedColumns: ['mode'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_addons';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_inspections';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_job_cards';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_offers';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'model_traits';
            referencedColumns: ['model_id'];
          },
          {
            foreignKeyName: 'service_bookings_model_id_fkey';
            columns: ['model_id'];
            isOneToOne: false;
            referencedRelation: 'models';
            referencedColumns: ['id'];
          },
        ];
      };
      staff_callbacks: {
        Row: {
          bike: string | null;
          created_at: string;
          handled_at: string | null;
          id: string;
          kind: Database['public']['Enums']['callback_kind'];
          message: string | null;
          name: string;
          outcome: Database['public']['Enums']['call_outcome'] | null;
          phone: string | null;
          pin: string | null;
          tried_at: string | null;
          tries: number;
        };
        ComputedFields: never;
        Relationships: [];
      };
      staff_events: {
        Row: {
          actor: Database['public']['Enums']['booking_actor'];
          actor_id: string | null;
          at: string;
          booking_id: string;
          data: Json | null;
          fee: number;
          from_status: Database['public']['Enums']['booking_status'] | null;
          id: number;
          kind: Database['public']['Enums']['booking_event_kind'];
          moved_from: string | null;
          note: string | null;
          to_status: Database['public']['Enums']['booking_status'];
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'booking_events_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'service_bookings';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'booking_events_booking_id_fkey';
            columns: ['booking_id'];
            isOneToOne: false;
            referencedRelation: 'staff_bookings';
            referencedColumns: ['id'];
          },
        ];
      };
      staff_waitlist: {
        Row: {
          bike_name: string;
          booking_date: string;
          booking_time: string;
          created_at: string;
          customer_name: string;
          email: string | null;
          id: string;
          items: NonNullable<Json>;
          mode: Database['public']['Enums']['service_mode'];
          model_id: string;
          offer_ends_at: string | null;
          offered_at: string | null;
          phone: string | null;
          starts_at: string;
          state: Database['public']['Enums']['waitlist_state'];
          tried_at: string | null;
          tries: number;
          window_end: string;
          windows: number;
        };
        ComputedFields: never;
        Relationships: [
          {
            foreignKeyName: 'waitlist_mode_fkey';
            columns: ['mode'];
            isOneToOne: false;
            referencedRelation: 'service_modes';
            referencedColumns: ['mode'];
          },
        ];
      };
    };
    Functions: {
      answer_extra_work: {
        Args: { answer: string; line: string; manage_token?: string; note?: string; price_version?: number };
        Returns: Json;
      };
      answer_items: { Args: { answer: string; booking: string; manage_token?: string; total: number }; Returns: Json };
      assign_job: { Args: { booking: string; expected_mechanic?: string; mechanic: string }; Returns: Json };
      cancel_booking: {
        Args: {
          booking: string;
          cause?: string;
          expected_fee?: number;
          manage_token?: string;
          reason?: string;
          waiver?: string;
        };
        Returns: Json;
      };
      change_items: {
        Args: {
          ask?: boolean;
          booking: string;
          customer_yes?: string;
          expected_version: number;
          items: Json;
          preview?: boolean;
        };
        Returns: Json;
      };
      claim_payment: { Args: { manage_token?: string; reference: string }; Returns: Json };
      client_health: { Args: { hours?: number }; Returns: Json };
      confirm_number: { Args: { booking: string; code: string }; Returns: Json };
      confirm_payment: { Args: { note?: string; payment: string }; Returns: Json };
      content_version: { Args: Record<PropertyKey, never>; Returns: string };
      create_booking: { Args: { request: Json }; Returns: Json };
      end_declined_work: { Args: { manage_token?: string; work: string }; Returns: Json };
      end_session: { Args: { session: string }; Returns: Json };
      extend_hold: { Args: { request_id: string }; Returns: Json };
      find_in_office: { Args: { query: string }; Returns: Json };
      finish_refund: { Args: { note: string; refund: string }; Returns: Json };
      get_booking: { Args: { booking?: string; manage_token?: string }; Returns: Json };
      get_caller: { Args: { phone: string }; Returns: Json };
      get_customer: { Args: { phone: string }; Returns: Json };
      get_invoice: { Args: { booking: string; manage_token?: string }; Returns: Json };
      get_job: { Args: { booking: string }; Returns: Json };
      get_offer: { Args: { token: string }; Returns: Json };
      get_vouchers: { Args: { booking: string; manage_token?: string }; Returns: Json };
      give_late_credit: { Args: { booking: string; note: string }; Returns: Json };
      has_duty: { Args: { duties: Database['public']['Enums']['staff_duty'][] }; Returns: boolean };
      hold_for_caller: {
        Args: {
          date: string;
          items: Json;
          mode: string;
          model: string;
          request_id: string;
          start: string;
          waiting?: string;
        };
        Returns: Json;
      };
      hold_slot: {
        Args: {
          date: string;
          items: Json;
          mode: string;
          model: string;
          phone?: string;
          proof?: string;
          request_id: string;
          start: string;
        };
        Returns: Json;
      };
      invite_staff: { Args: { duty: string; email?: string; name: string; phone?: string }; Returns: Json };
      is_admin: { Args: Record<PropertyKey, never>; Returns: boolean };
      issue_credit_note: { Args: { booking: string; lines: Json; reason: string; request_id: string }; Returns: Json };
      join_waitlist: { Args: { request: Json }; Returns: Json };
      leave_waitlist: { Args: { token: string }; Returns: Json };
      list_audit: { Args: { older_than?: number; person?: string }; Returns: Json };
      list_board: { Args: { changed?: string[]; day: string }; Returns: Json };
      list_declined_work: { Args: { model: string; vehicle_number?: string }; Returns: Json };
      list_jobs: { Args: Record<PropertyKey, never>; Returns: Json };
      list_places: { Args: { day: string }; Returns: Json };
      list_sessions: { Args: Record<PropertyKey, never>; Returns: Json };
      list_slots: {
        Args: {
          days?: number;
          from_date?: string;
          items?: Json;
          mode: string;
          model?: string;
          near?: string;
          request_id?: string;
        };
        Returns: Json;
      };
      list_staff: { Args: Record<PropertyKey, never>; Returns: Json };
      log_call: {
        Args: { about?: string; callback?: string; outcome: string; phone?: string; waiting?: string };
        Returns: Json;
      };
      make_owner: { Args: { account: string }; Returns: Database['public']['Enums']['staff_duty'] };
      mark_job: { Args: { booking: string; mark: Json }; Returns: Json };
      my_duty: { Args: Record<PropertyKey, never>; Returns: Database['public']['Enums']['staff_duty'] };
      pay_after_service: { Args: { booking: string; manage_token?: string }; Returns: Json };
      promise_ready: { Args: { booking: string; clock?: string; day: string }; Returns: Json };
      propose_extra_work: { Args: { booking: string; items: Json }; Returns: Json };
      prove_number: { Args: { code: string; proof?: string }; Returns: Json };
      quote: {
        Args: {
          area?: string;
          coupon?: string;
          date?: string;
          group_id?: string;
          gstin?: string;
          items: Json;
          mode?: string;
          model: string;
          pin?: string;
          request_id?: string;
        };
        Returns: Json;
      };
      record_payment: {
        Args: { amount: number; booking: string; method: string; note?: string; terminal_reference?: string };
        Returns: Json;
      };
      reject_claim: { Args: { note: string; payment: string }; Returns: Json };
      release_hold: { Args: { request_id: string }; Returns: Json };
      replace_invoice: {
        Args: {
          booking: string;
          final_price?: number;
          gstin?: string;
          name?: string;
          reason: string;
          request_id: string;
        };
        Returns: Json;
      };
      report_client_events: { Args: { events: Json; token?: string }; Returns: Json };
      reprice_extra_work: { Args: { line: string; price: number; reason?: string }; Returns: Json };
      request_callback: { Args: { details?: Json; kind: string; name: string; phone: string }; Returns: Json };
      request_report_token: { Args: { versions: Json }; Returns: string };
      require_second_factor: { Args: { required: boolean }; Returns: Json };
      reschedule_booking: {
        Args: {
          booking: string;
          cause?: string;
          date: string;
          expected_fee?: number;
          expected_total?: number;
          manage_token?: string;
          mode?: string;
          note?: string;
          start: string;
          waiver?: string;
        };
        Returns: Json;
      };
      retry_message: { Args: { message: number }; Returns: Json };
      save_used_parts: { Args: { booking: string; parts: Json }; Returns: Json };
      second_factor: { Args: Record<PropertyKey, never>; Returns: Json };
      see_extra_work: { Args: { booking: string; manage_token?: string }; Returns: Json };
      set_booking_fee: { Args: { booking: string; fee: number; note: string }; Returns: Json };
      set_booking_status: {
        Args: {
          booking: string;
          final_price?: number;
          handover_code?: string;
          mechanic?: string;
          note?: string;
          to_status: string;
          undo?: boolean;
          without_code?: string;
        };
        Returns: Json;
      };
      set_duty: { Args: { duty: string; person: string }; Returns: Json };
      set_live_versions: { Args: { site: string; versions: Json }; Returns: number };
      set_staff_active: { Args: { active: boolean; person: string }; Returns: Json };
      set_weather_mode: { Args: { day: string; enabled: boolean; note?: string }; Returns: Json };
      start_payment: { Args: { booking: string; manage_token?: string; method: string }; Returns: Json };
      tick_checklist: { Args: { booking: string; done: boolean; lines: number[]; not_needed?: string }; Returns: Json };
      update_booking: {
        Args: { booking: string; changes: Json; expected_version: number; note?: string };
        Returns: Json;
      };
      use_recovery_code: { Args: { code: string }; Returns: Json };
      version_reports: { Args: { app: string; since: string; versions: string[] }; Returns: Json };
      withdraw_invitation: { Args: { invitation: string }; Returns: Json };
      write_recovery_codes: { Args: Record<PropertyKey, never>; Returns: Json };
    };
    Enums: {
      audit_action:
        | 'role_granted'
        | 'role_removed'
        | 'setting_changed'
        | 'refund_asked'
        | 'refund_done'
        | 'refund_failed'
        | 'version_live'
        | 'version_ended'
        | 'row_added'
        | 'row_changed'
        | 'row_removed';
      bike_body: 'scooter' | 'moped' | 'commuter' | 'naked' | 'sport' | 'roadster' | 'cruiser' | 'adventure';
      bike_brake: 'disc' | 'drum';
      bike_clutch: 'manual' | 'none';
      bike_cooling: 'air' | 'oil' | 'liquid';
      bike_drive: 'chain' | 'belt_cvt';
      bike_fuel: 'fi' | 'carburettor';
      bike_tyres: 'tube' | 'tubeless' | 'mixed';
      booking_actor: 'customer' | 'admin' | 'system' | 'service';
      booking_event_kind:
        | 'status'
        | 'moved'
        | 'claimed'
        | 'fee_changed'
        | 'fee_waived'
        | 'payment_reported'
        | 'payment_received'
        | 'payment_not_found'
        | 'paid_late'
        | 'not_paid'
        | 'pays_after_service'
        | 'refunded'
        | 'credit_given'
        | 'noted'
        | 'number_proven'
        | 'group_discount'
        | 'corrected'
        | 'items_changed'
        | 'credit_note'
        | 'items_asked'
        | 'items_declined'
        | 'promised'
        | 'answer_changed';
      booking_origin: 'web' | 'phone' | 'walk_in';
      booking_payment_state: 'unpaid' | 'claimed' | 'part_paid' | 'paid' | 'refund_due' | 'refunded' | 'nothing_due';
      booking_status:
        | 'pending_payment'
        | 'confirmed'
        | 'assigned'
        | 'on_the_way'
        | 'picked_up'
        | 'inspecting'
        | 'awaiting_approval'
        | 'in_service'
        | 'quality_check'
        | 'ready'
        | 'completed'
        | 'cancelled'
        | 'no_show'
        | 'expired';
      call_limit_subject: 'address' | 'user';
      call_outcome: 'reached' | 'no_answer' | 'not_wanted' | 'booked';
      callback_kind: 'unlisted_bike' | 'unserved_pin' | 'message';
      cancelling_party: 'customer' | 'shop';
      change_cause: 'shop' | 'weather' | 'customer';
      concern_answer: 'found_and_fixed' | 'found_see_line' | 'not_found';
      coupon_kind: 'rupees' | 'percent';
      credit_reason: 'we_cancelled' | 'late';
      extra_work_decider: 'customer' | 'admin' | 'limit' | 'no_answer';
      extra_work_status: 'proposed' | 'approved' | 'declined' | 'later';
      item_type: 'primary' | 'addon' | 'pickup';
      job_mark_kind: 'check_in' | 'point' | 'tick' | 'concern' | 'propose' | 'step' | 'part' | 'timer' | 'test_ride';
      message_channel: 'mail' | 'sms';
      message_kind:
        | 'confirmation'
        | 'change'
        | 'cancellation'
        | 'no_show'
        | 'reminder_24h'
        | 'reminder_2h'
        | 'extra_work'
        | 'weather'
        | 'review'
        | 'place_free'
        | 'on_the_way'
        | 'picked_up'
        | 'inspection_ready'
        | 'ready'
        | 'invoice'
        | 'payment_received'
        | 'callback_received';
      message_status: 'waiting' | 'sent' | 'dropped' | 'failed';
      package_drive: 'any' | 'chain' | 'belt_cvt';
      package_item_kind: 'included' | 'excluded';
      part_unit: 'piece' | 'litre' | 'set' | 'pair';
      pay_by: 'after_service' | 'upi' | 'online';
      payment_event_outcome: 'applied' | 'ignored';
      payment_method: 'upi' | 'card' | 'netbanking' | 'wallet' | 'cash' | 'online';
      payment_provider: 'upi' | 'local' | 'razorpay' | 'desk';
      payment_status: 'created' | 'claimed' | 'authorized' | 'captured' | 'failed' | 'partially_refunded' | 'refunded';
      point_state: 'ok' | 'due_later' | 'due_now' | 'not_checked';
      refund_reason: 'cancelled' | 'no_show' | 'paid_late' | 'overpaid' | 'wrong_amount';
      refund_status: 'asked' | 'done' | 'failed';
      report_kind: 'vital' | 'error' | 'visit';
      service_mode: 'doorstep' | 'pickup' | 'workshop';
      service_reset: 'oil' | 'service';
      staff_duty: 'owner' | 'desk' | 'foreman' | 'mechanic' | 'accountant';
      used_part_kind: 'part' | 'oil' | 'consumable' | 'battery_back';
      voucher_kind: 'receipt' | 'refund';
      waitlist_state: 'waiting' | 'offered' | 'claimed' | 'lapsed' | 'left';
      work_urgency: 'due_now' | 'due_later';
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, '__InternalSupabase'>;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, 'public'>];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Views'])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema['Tables'] & DefaultSchema['Views'])
    ? (DefaultSchema['Tables'] & DefaultSchema['Views'])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables'] | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables']
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions['schema']]['Tables'][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema['Tables']
    ? DefaultSchema['Tables'][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums'] | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums']
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions['schema']]['Enums'][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema['Enums']
    ? DefaultSchema['Enums'][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema['CompositeTypes']
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes']
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions['schema']]['CompositeTypes'][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema['CompositeTypes']
    ? DefaultSchema['CompositeTypes'][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {
      audit_action: [
        'role_granted',
        'role_removed',
        'setting_changed',
        'refund_asked',
        'refund_done',
        'refund_failed',
        'version_live',
        'version_ended',
        'row_added',
        'row_changed',
        'row_removed',
      ],
      bike_body: ['scooter', 'moped', 'commuter', 'naked', 'sport', 'roadster', 'cruiser', 'adventure'],
      bike_brake: ['disc', 'drum'],
      bike_clutch: ['manual', 'none'],
      bike_cooling: ['air', 'oil', 'liquid'],
      bike_drive: ['chain', 'belt_cvt'],
      bike_fuel: ['fi', 'carburettor'],
      bike_tyres: ['tube', 'tubeless', 'mixed'],
      booking_actor: ['customer', 'admin', 'system', 'service'],
      booking_event_kind: [
        'status',
        'moved',
        'claimed',
        'fee_changed',
        'fee_waived',
        'payment_reported',
        'payment_received',
        'payment_not_found',
        'paid_late',
        'not_paid',
        'pays_after_service',
        'refunded',
        'credit_given',
        'noted',
        'number_proven',
        'group_discount',
        'corrected',
        'items_changed',
        'credit_note',
        'items_asked',
        'items_declined',
        'promised',
        'answer_changed',
      ],
      booking_origin: ['web', 'phone', 'walk_in'],
      booking_payment_state: ['unpaid', 'claimed', 'part_paid', 'paid', 'refund_due', 'refunded', 'nothing_due'],
      booking_status: [
        'pending_payment',
        'confirmed',
        'assigned',
        'on_the_way',
        'picked_up',
        'inspecting',
        'awaiting_approval',
        'in_service',
        'quality_check',
        'ready',
        'completed',
        'cancelled',
        'no_show',
        'expired',
      ],
      call_limit_subject: ['address', 'user'],
      call_outcome: ['reached', 'no_answer', 'not_wanted', 'booked'],
      callback_kind: ['unlisted_bike', 'unserved_pin', 'message'],
      cancelling_party: ['customer', 'shop'],
      change_cause: ['shop', 'weather', 'customer'],
      concern_answer: ['found_and_fixed', 'found_see_line', 'not_found'],
      coupon_kind: ['rupees', 'percent'],
      credit_reason: ['we_cancelled', 'late'],
      extra_work_decider: ['customer', 'admin', 'limit', 'no_answer'],
      extra_work_status: ['proposed', 'approved', 'declined', 'later'],
      item_type: ['primary', 'addon', 'pickup'],
      job_mark_kind: ['check_in', 'point', 'tick', 'concern', 'propose', 'step', 'part', 'timer', 'test_ride'],
      message_channel: ['mail', 'sms'],
      message_kind: [
        'confirmation',
        'change',
        'cancellation',
        'no_show',
        'reminder_24h',
        'reminder_2h',
        'extra_work',
        'weather',
        'review',
        'place_free',
        'on_the_way',
        'picked_up',
        'inspection_ready',
        'ready',
        'invoice',
        'payment_received',
        'callback_received',
      ],
      message_status: ['waiting', 'sent', 'dropped', 'failed'],
      package_drive: ['any', 'chain', 'belt_cvt'],
      package_item_kind: ['included', 'excluded'],
      part_unit: ['piece', 'litre', 'set', 'pair'],
      pay_by: ['after_service', 'upi', 'online'],
      payment_event_outcome: ['applied', 'ignored'],
      payment_method: ['upi', 'card', 'netbanking', 'wallet', 'cash', 'online'],
      payment_provider: ['upi', 'local', 'razorpay', 'desk'],
      payment_status: ['created', 'claimed', 'authorized', 'captured', 'failed', 'partially_refunded', 'refunded'],
      point_state: ['ok', 'due_later', 'due_now', 'not_checked'],
      refund_reason: ['cancelled', 'no_show', 'paid_late', 'overpaid', 'wrong_amount'],
      refund_status: ['asked', 'done', 'failed'],
      report_kind: ['vital', 'error', 'visit'],
      service_mode: ['doorstep', 'pickup', 'workshop'],
      service_reset: ['oil', 'service'],
      staff_duty: ['owner', 'desk', 'foreman', 'mechanic', 'accountant'],
      used_part_kind: ['part', 'oil', 'consumable', 'battery_back'],
      voucher_kind: ['receipt', 'refund'],
      waitlist_state: ['waiting', 'offered', 'claimed', 'lapsed', 'left'],
      work_urgency: ['due_now', 'due_later'],
    },
  },
} as const;
