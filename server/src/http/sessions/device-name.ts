/** Names of browsers and systems by pattern of the User-Agent header, without versions, so that they do not identify users. */

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?(iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, 'Chrome'],
  [/^(?=.*\bVersion\/[\d.]).*Safari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const nameIn = (names: readonly [RegExp, string][], agent: string): string | undefined => names.find(([sign]) => sign.test(agent))?.[1];

/** Returns a name such as `Firefox · Windows`, or an empty string if the header is unknown. */
export const deviceName = (userAgent: string | undefined): string =>
  [nameIn(BROWSERS, userAgent ?? ''), nameIn(SYSTEMS, userAgent ?? '')].filter(Boolean).join(' · ');
