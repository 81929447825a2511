import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** What both gateways implement: orders, signatures, payments and refunds, as at Razorpay. Amounts are paise. */

export interface GatewayPayment {
  id: string;
  /** `created`: the bank has not answered yet. */
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  amountPaise: number;
  method: string | null;
}

export interface GatewayRefund {
  id: string;
  status: 'pending' | 'processed' | 'failed';
}

/** Data of the checkout page. */
export interface Checkout {
  /** Id of our payment. */
  payment: string;
  orderId: string;
  amountPaise: number;
  reference: string;
  shopName: string;
  /** Absolute address of the site. */
  siteUrl: string;
}

export interface PaymentGateway {
  readonly provider: Extract<DatabaseEnum<'payment_provider'>, 'local' | 'razorpay'>;
  /** Creates an order of an amount; `receipt` is our reference. @throws GatewayError */
  createOrder(amountPaise: number, receipt: string): Promise<string>;
  /** The form with which the customer pays, and the origin to which it may be sent besides the site itself. */
  checkoutForm(checkout: Checkout): { html: string; formAction: string };
  /** Whether the gateway's signature confirms that this payment belongs to this order, which must be the stored one. */
  verifyCheckout(orderId: string, paymentId: string, signature: string): boolean;
  /** Whether the gateway sent exactly these bytes. */
  verifyWebhook(rawBody: Buffer, signature: string): boolean;
  /** All payments of an order, failed ones too. @throws GatewayError */
  fetchOrderPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Captures an authorised payment. @throws GatewayError */
  capture(paymentId: string, amountPaise: number): Promise<void>;
  /** Refunds an amount; repeated requests with the same key make one refund. @throws GatewayError */
  refund(paymentId: string, amountPaise: number, key: string): Promise<GatewayRefund>;
  /** State of a refund. @throws GatewayError */
  fetchRefund(paymentId: string, refundId: string): Promise<GatewayRefund>;
}

/** The gateway rejected the request, or did not answer. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** Whether a retry cannot succeed. */
  readonly final: boolean;

  constructor(message: string, final: boolean, cause?: unknown) {
    super(message, { cause });
    this.final = final;
  }
}
