/** What both gateways speak: orders, signatures, payments and refunds, as Razorpay has them. Amounts are paise. */

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

/** What the checkout's page is made of. */
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
  readonly provider: 'local' | 'razorpay';
  /** Makes an order of an amount; `receipt` is our reference. @throws GatewayError */
  createOrder(amountPaise: number, receipt: string): Promise<string>;
  /** The form from which the customer pays, and where it may lead besides the site itself. */
  checkoutForm(checkout: Checkout): { html: string; formAction: string };
  /** Whether the gateway itself says that this payment belongs to this order, which must be the one that is stored. */
  verifyCheckout(orderId: string, paymentId: string, signature: string): boolean;
  /** Whether the gateway sent exactly these bytes. */
  verifyWebhook(rawBody: Buffer, signature: string): boolean;
  /** All tries at an order. @throws GatewayError */
  fetchOrderPayments(orderId: string): Promise<GatewayPayment[]>;
  /** Takes money that is only reserved. @throws GatewayError */
  capture(paymentId: string, amountPaise: number): Promise<void>;
  /** Gives money back; under the same key it is one refund, however often it is asked for. @throws GatewayError */
  refund(paymentId: string, amountPaise: number, key: string): Promise<GatewayRefund>;
  /** How a refund stands. @throws GatewayError */
  fetchRefund(paymentId: string, refundId: string): Promise<GatewayRefund>;
}

/** The gateway refused, or did not answer. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  /** Asking the same again is of no use. */
  readonly final: boolean;

  constructor(message: string, final: boolean, cause?: unknown) {
    super(message, { cause });
    this.final = final;
  }
}
