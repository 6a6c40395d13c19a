/**
 * Parses the fragment of a sign-in link: `/login#code=…` is on a learner's card, `/login#class=…` on the sheet of a class. `/login#code` only asks
 * for a code. Browsers do not send the fragment to the server.
 */
import { normalizeCode } from '@fundus/contract/licences/rules';

export type CardLink = { code: string; joinCode: string; /** True if the link asks for a code. */ asked: boolean };

export function cardLink(fragment: string): CardLink {
  const parts = new URLSearchParams(fragment);
  return { code: parts.get('code') ?? '', joinCode: parts.get('class') ?? '', asked: parts.has('code') || parts.has('class') };
}

/** Inserts a hyphen after every four characters of a typed code, as on the card. */
export const groupCode = (typed: string): string => normalizeCode(typed).replace(/(.{4})(?=.)/g, '$1-');
