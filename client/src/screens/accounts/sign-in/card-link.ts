/**
 * What stands on a learner's card: `/login#code=…`; on the paper of a class: `/login#class=…`. `/login#code` alone asks for one. The fragment stays in
 * the browser.
 */
import { plainCode } from '@fundus/contract/licences/rules';

export type CardLink = { code: string; joinCode: string; /** Somebody with a code is on their way. */ asked: boolean };

export function cardLink(fragment: string): CardLink {
  const parts = new URLSearchParams(fragment);
  return { code: parts.get('code') ?? '', joinCode: parts.get('class') ?? '', asked: parts.has('code') || parts.has('class') };
}

/** A code in groups of four while it is typed, as it stands on the card. */
export const groupedTyping = (typed: string): string => plainCode(typed).replace(/(.{4})(?=.)/g, '$1-');
