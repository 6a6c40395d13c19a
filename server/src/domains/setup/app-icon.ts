/** Icons of the installed portal: the portal's sign on its primary colour (docs/behaviour/setup.md#installed-app). */
import { pictures } from '../../pictures/index.ts';

/** Sign in a square of 30, as in client/public/favicon.svg. */
const SIGN =
  '<path d="M7 7h4.5v14H7zM13 11h4.5v10H13z" fill="#fff"/><circle cx="22" cy="17.9" r="3.1" fill="#fff"/>' +
  '<path d="M6 22.6h18.5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>';

/** Systems cut a maskable icon to a shape of their own, of which only the middle 80 % is safe. */
const SAFE = '<g transform="translate(15 15) scale(.86) translate(-15.2 -15)">';

/** `whole`: fills the square, for systems that round the corners themselves. */
type Icon = { size: number; whole: boolean };

export const APP_ICONS = {
  'app-192': { size: 192, whole: false },
  'app-512': { size: 512, whole: false },
  'maskable-192': { size: 192, whole: true },
  'maskable-512': { size: 512, whole: true },
  'apple-180': { size: 180, whole: true },
} as const satisfies Record<string, Icon>;
export type AppIconName = keyof typeof APP_ICONS;

const iconSvg = (colour: string, { size, whole }: Icon): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 30 30">` +
  `<rect width="30" height="30"${whole ? '' : ' rx="7"'} fill="${colour}"/>${whole ? `${SAFE}${SIGN}</g>` : SIGN}</svg>`;

/** Drawn icons by name and colour. A theme has one primary colour, so a few entries are enough. */
const drawn = new Map<string, Promise<Uint8Array>>();
const MAX_DRAWN = 20;

/** Returns an icon as PNG. `colour` is `#rrggbb`. */
export function drawAppIcon(name: AppIconName, colour: string): Promise<Uint8Array> {
  const icon = APP_ICONS[name];
  const key = `${name} ${colour}`;
  const known = drawn.get(key);
  if (known) return known;
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  const drawing = pictures
    .fitPng(Buffer.from(iconSvg(colour, icon)), { width: icon.size, height: icon.size })
    .then(({ content }) => content);
  // A failure because of a full queue must not be cached.
  drawing.catch(() => drawn.delete(key));
  drawn.set(key, drawing);
  return drawing;
}
