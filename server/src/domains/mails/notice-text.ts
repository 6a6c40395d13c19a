/** Text of a notice. It is the shortened text of the mail without links. */
import type { MailInput } from '../../mail/compose.ts';

export const MAX_TITLE = 300;
export const MAX_TEXT = 2_000;

type Body = MailInput['body'];

export const linksIn = (body: Body) => body.filter((block) => block.kind === 'link');

/**
 * Returns the text of a mail. The labels of links are included only if there are more than two, because the first link is the target of the notice.
 */
export const renderMailText = (body: Body): string =>
  body
    .flatMap((block) => {
      if (block.kind === 'link') return linksIn(body).length > 2 ? [block.label] : [];
      if (block.kind === 'facts') return [block.rows.map(([label, value]) => `${label}: ${value}`).join('\n')];
      return [block.text];
    })
    .join('\n\n')
    .trim();

export const fitNotice = ({ title, text }: { title: string; text: string }): { title: string; body: string } => ({
  title: cut(title, MAX_TITLE) || '–',
  body: cut(text, MAX_TEXT),
});

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`);
