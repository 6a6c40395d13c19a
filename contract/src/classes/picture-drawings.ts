/** SVG content of the twenty pictures (48 × 48), for screens and printed cards. */
import type { Picture } from './rules.ts';

const EYE = '#1f2937';

export const PICTURE_DRAWINGS: Readonly<Record<Picture, string>> = {
  apple: `<path d="M24 14c-4-4-16-3-16 10 0 9 7 18 12 18 2 0 3-1 4-1s2 1 4 1c5 0 12-9 12-18 0-13-12-14-16-10z" fill="#d92d20"/><path d="M24 14c0-5 2-8 5-9" fill="none" stroke="#7a4a1f" stroke-width="3" stroke-linecap="round"/><path d="M28 9c3-4 8-4 10-3-1 4-6 6-10 3z" fill="#3f9142"/>`,
  bike: `<g fill="none" stroke="#1d4ed8" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"><circle cx="11" cy="32" r="8"/><circle cx="37" cy="32" r="8"/><path d="M11 32l8-14h12l6 14M19 18l6 14 6-14M11 32h14M16 13h6M31 18l-2-6h5"/></g>`,
  bird: `<path d="M6 26c0-10 8-16 17-16 8 0 12 5 13 10l8 3-8 3c-1 9-8 15-17 15C11 41 6 34 6 26z" fill="#0e9aa7"/><path d="M14 24c6-2 13 0 16 7-6 4-15 2-16-7z" fill="#066b75"/><circle cx="29" cy="18" r="2.5" fill="${EYE}"/><path d="M36 20l8 3-8 3z" fill="#f59e0b"/>`,
  boat: `<path d="M23 6v24H8z" fill="#f97316"/><path d="M26 12v18h12z" fill="#fbbf24"/><path d="M5 33h38c-1 6-6 9-11 9H16c-5 0-10-3-11-9z" fill="#7a4a1f"/>`,
  car: `<path d="M5 32v-7l6-2 5-9h16l6 9 5 2v7z" fill="#dc2626"/><path d="M18 17h5v6h-8zM26 17h5l4 6h-9z" fill="#dbeafe"/><circle cx="14" cy="33" r="5" fill="${EYE}"/><circle cx="34" cy="33" r="5" fill="${EYE}"/><circle cx="14" cy="33" r="2" fill="#e5e7eb"/><circle cx="34" cy="33" r="2" fill="#e5e7eb"/>`,
  cat: `<path d="M8 6l9 7h14l9-7v20c0 10-7 16-16 16S8 36 8 26z" fill="#f59e0b"/><circle cx="18" cy="24" r="2.5" fill="${EYE}"/><circle cx="30" cy="24" r="2.5" fill="${EYE}"/><path d="M21 30h6l-3 4z" fill="#be185d"/><path d="M14 31l-9-2M14 34l-9 2M34 31l9-2M34 34l9 2" stroke="${EYE}" stroke-width="1.5"/>`,
  cherry: `<path d="M15 30C17 18 24 10 34 6M34 30c0-10-1-17 0-24" fill="none" stroke="#3f9142" stroke-width="3" stroke-linecap="round"/><circle cx="15" cy="34" r="9" fill="#b91c1c"/><circle cx="34" cy="34" r="9" fill="#dc2626"/><path d="M34 6c-6-3-12-1-14 3 5 3 11 2 14-3z" fill="#3f9142"/>`,
  cloud: `<path d="M13 37a9 9 0 0 1-1-18 12 12 0 0 1 23-2 10 10 0 0 1 1 20z" fill="#7fb3e6"/>`,
  dog: `<path d="M12 12c3-3 21-3 24 0v16c0 8-5 14-12 14s-12-6-12-14z" fill="#a9713d"/><path d="M12 11C6 9 3 16 5 26c4 2 7-2 8-6zM36 11c6-2 9 5 7 15-4 2-7-2-8-6z" fill="#6b4423"/><circle cx="19" cy="22" r="2.5" fill="${EYE}"/><circle cx="29" cy="22" r="2.5" fill="${EYE}"/><path d="M19 29h10l-5 6z" fill="${EYE}"/>`,
  fish: `<path d="M5 24c6-11 22-13 30-3l8-8v22l-8-8c-8 10-24 8-30-3z" fill="#2563eb"/><path d="M21 16c3 5 3 11 0 16" fill="none" stroke="#bfdbfe" stroke-width="2.5"/><circle cx="13" cy="22" r="2.5" fill="#fff"/>`,
  flower: `<path d="M24 26v17" stroke="#3f9142" stroke-width="4" stroke-linecap="round"/><g fill="#db2777"><circle cx="24" cy="10" r="6"/><circle cx="33" cy="17" r="6"/><circle cx="30" cy="27" r="6"/><circle cx="18" cy="27" r="6"/><circle cx="15" cy="17" r="6"/></g><circle cx="24" cy="19" r="6" fill="#fbbf24"/>`,
  house: `<path d="M24 6L4 24h6v18h28V24h6z" fill="#b45309"/><path d="M10 24v18h28V24L24 11z" fill="#fde9c8"/><path d="M20 30h8v12h-8z" fill="#7a4a1f"/><path d="M24 6L4 24h7l13-12 13 12h7z" fill="#b91c1c"/>`,
  key: `<g fill="none" stroke="#b7791f" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"><circle cx="15" cy="24" r="9"/><path d="M24 24h19M36 24v8M43 24v6"/></g>`,
  moon: `<path d="M31 5A20 20 0 1 0 43 31 16 16 0 0 1 31 5z" fill="#eab308"/>`,
  rabbit: `<path d="M17 22C12 14 12 4 16 3s6 9 6 17zM31 22c5-8 5-18 1-19s-6 9-6 17z" fill="#9ca3af"/><path d="M24 18c9 0 14 6 14 13s-6 12-14 12-14-5-14-12 5-13 14-13z" fill="#9ca3af"/><circle cx="18" cy="29" r="2.5" fill="${EYE}"/><circle cx="30" cy="29" r="2.5" fill="${EYE}"/><path d="M21 33h6l-3 3z" fill="#be185d"/><path d="M22 37h4v4h-4z" fill="#fff"/>`,
  rocket: `<path d="M24 3c8 6 10 16 8 28H16c-2-12 0-22 8-28z" fill="#64748b"/><path d="M16 22l-8 8v7l9-6zM32 22l8 8v7l-9-6z" fill="#dc2626"/><circle cx="24" cy="18" r="4.5" fill="#bae6fd"/><path d="M19 33h10l-5 12z" fill="#f97316"/>`,
  star: `<path d="M24 4l6 13 14 2-10 10 3 14-13-7-13 7 3-14L4 19l14-2z" fill="#f5b301"/>`,
  sun: `<circle cx="24" cy="24" r="10" fill="#f59e0b"/><path d="M24 3v7M24 38v7M3 24h7M38 24h7M9 9l5 5M34 34l5 5M9 39l5-5M34 14l5-5" stroke="#f59e0b" stroke-width="4" stroke-linecap="round"/>`,
  tree: `<path d="M21 28h6v16h-6z" fill="#7a4a1f"/><path d="M24 4c7 0 11 5 10 10 5 1 8 5 7 10-1 6-6 8-17 8S8 30 7 24c-1-5 2-9 7-10-1-5 3-10 10-10z" fill="#2f7d32"/>`,
  turtle: `<path d="M6 32c0-10 7-17 17-17s16 7 16 17z" fill="#2f7d32"/><path d="M23 15v17M14 18l4 14M32 18l-4 14" stroke="#bbf7d0" stroke-width="2"/><path d="M38 27c5-3 8 0 7 4-1 2-4 2-8 1z" fill="#84a93c"/><path d="M11 32h7v7h-7zM28 32h7v7h-7z" fill="#84a93c"/><circle cx="42" cy="29" r="1.2" fill="${EYE}"/>`,
};
