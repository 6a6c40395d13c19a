/**
 * Link on a learner's card: `/login#code=…`; on the sheet of a class: `/login#class=…`. `/login#code` alone asks for the code. The fragment is
 * not sent to the server.
 */
import { plainCode } from '@fundus/contract/licences/rules';

export type CardLink = { code: string; joinCode: string; /** The link asks for a code. */ asked: boolean };

export function cardLink(fragment: string): CardLink {
  const parts = new URLSearchParams(fragment);
  return { code: parts.get('code') ?? '', joinCode: parts.get('class') ?? '', asked: parts.has('code') || parts.has('class') };
}

/** Groups a code in fours during input, as on the card. */
export const groupedTyping = (typed: string): string => plainCode(typed).replace(/(.{4})(?=.)/g, '$1-');
