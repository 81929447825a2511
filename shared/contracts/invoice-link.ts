/** What follows the link of a booking in the message with its invoice, so that it opens the invoice. */
export const invoiceSuffix = '&invoice';
