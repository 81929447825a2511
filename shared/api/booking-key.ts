/** Identifies the caller: the holder of a link by its token, or a signed-in customer by the id. */
export interface BookingKey {
  booking?: string;
  manage_token?: string;
}
