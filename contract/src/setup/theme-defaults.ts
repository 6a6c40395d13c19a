/** Default values of a theme (docs/specification.md#constants). */
export const THEME_DEFAULTS = {
  primaryColor: '#0061c0',
  linkColor: '#0061c0',
  searchBackgroundColor: 'white',
  logoName: '',
  productName: 'Fundus',
  senderName: '',
  banner: null,
  legal: { imprint: '', privacy: '', terms: '', accessibility: '' },
  logo: null,
  logo_footer: null,
  illustration: null,
} as const;
