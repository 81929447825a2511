/**
 * The shop as every page may need it, also when the backend does not answer. Demo values until a real shop replaces
 * them. No line breaks before "am" or "pm".
 */
export const shop = {
  name: 'Twostroke',
  /** For tel: links. */
  phone: '+919000000010',
  phoneShown: '90000 00010',
  /** International form without `+`, as wa.me takes it. */
  whatsApp: '919000000010',
  whatsAppUrl: 'https://wa.me/919000000010',
  email: 'workshop@example.com',
  hours: ['Mon–Sat 9\u00a0am – 7\u00a0pm', 'Sun 10\u00a0am – 4\u00a0pm'],
} as const;
