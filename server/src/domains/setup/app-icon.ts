/** Icons of the installed web app: the logo of the portal on its primary colour (docs/behaviour/setup.md#installed-app). */
import { pictures } from '../../pictures/index.ts';

/** Logo in a square of 30 units, as in client/public/favicon.svg. */
const SIGN =
  '<path d="M7 7h4.5v14H7zM13 11h4.5v10H13z" fill="#fff"/><circle cx="22" cy="17.9" r="3.1" fill="#fff"/>' +
  '<path d="M6 22.6h18.5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/>';

/** Scales the logo to the safe zone of maskable icons. Systems crop these icons, and only the central 80 % are always visible. */
const SAFE = '<g transform="translate(15 15) scale(.86) translate(-15.2 -15)">';

/** `whole` icons fill the square, because the system rounds their corners itself. */
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

/** Cache of drawn icons by name and colour. It can be small, because a theme has only one primary colour. */
const drawn = new Map<string, Promise<Uint8Array>>();
const MAX_DRAWN = 20;

/** Returns an icon as PNG. `colour` has the form `#rrggbb`. */
export function drawAppIcon(name: AppIconName, colour: string): Promise<Uint8Array> {
  const icon = APP_ICONS[name];
  const key = `${name} ${colour}`;
  const known = drawn.get(key);
  if (known) return known;
  if (drawn.size >= MAX_DRAWN) drawn.clear();
  const drawing = pictures
    .fitPng(Buffer.from(iconSvg(colour, icon)), { width: icon.size, height: icon.size })
    .then(({ content }) => content);
  // A failure is not cached, because it may be caused by a full queue.
  drawing.catch(() => drawn.delete(key));
  drawn.set(key, drawing);
  return drawing;
}
