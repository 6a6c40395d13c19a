/** Page shown to browsers during startup, which reloads itself. It is in both languages, because the user's language is not known yet. */
import type { ServerResponse } from 'node:http';
import { de, en } from '@fundus/contract/messages';
import { escapeMarkup } from '../../escape-markup.ts';

/** Sends the page, which reloads itself after `seconds`. */
export function startingPage(response: ServerResponse, seconds: string): void {
  const words = Object.entries({ de, en }).map(
    ([language, messages]) =>
      `<section lang="${language}"><h1>${escapeMarkup(messages['start.soon.title'])}</h1><p>${escapeMarkup(messages['start.soon.text'])}</p></section>`,
  );
  response.writeHead(503, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    refresh: seconds,
  });
  response.end(
    `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(de['start.soon.title'])}</title>${words.join('')}</html>`,
  );
}
