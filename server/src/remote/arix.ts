/**
 * ARIX 1.4, the protocol of media centre repositories. Media have no permanent address. The address is requested with a secret of the licensee when a
 * medium is opened.
 */
import { createHash } from 'node:crypto';
import { appendPath, type Adapter, type SourceSettings } from './found.ts';
import type { ArixReply } from './read-replies.ts';
import { RemoteError, type RemoteFetch } from './remote.ts';
import { readArixReply } from './replies.ts';
import { escapeMarkup } from '../escape-markup.ts';

const FIELDS = 'nr,titel,utitel,sertitel,typ,text,produ,prodjahr,sprache,laenge,url,lizinfo';

async function state(remote: RemoteFetch, source: SourceSettings, statement: string, signal: AbortSignal, limit = 0): Promise<ArixReply> {
  const { bytes } = await remote({
    url: (source.scope ? appendPath(source.address, source.scope.split('/').map(encodeURIComponent).join('/')) : new URL(source.address))
      .href,
    enteredBy: 'administrator',
    method: 'POST',
    headers: { accept: 'text/xml', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xmlstatement: statement }).toString(),
    signal,
  });
  return readArixReply(bytes, limit);
}

export const searchArix: Adapter = async (remote, source, { q, limit, signal }) => {
  const conditions = q
    .split(/\s+/)
    .map((word) => `<condition field='text_fields' operator='AND' option='WORD'>${escapeMarkup(word)}</condition>`);
  const statement = `<search fields='${FIELDS}' limit='${limit}'>${conditions.join('')}</search>`;
  const { found } = await state(remote, source, statement, signal, limit);
  return { total: null, found };
};

/** Returns the current address of a medium. Throws `RemoteError`, with the code `refused` if there is no licence for it. */
export async function openArix(remote: RemoteFetch, source: SourceSettings, identifier: string, signal: AbortSignal): Promise<string> {
  const notch = await state(remote, source, `<notch identifier='${escapeMarkup(identifier)}'/>`, signal);
  const word = notch.text;
  // Challenge-response authentication of the standard: the hash of the repository's challenge and the password.
  const proof = createHash('md5').update(`${word}:${source.key}`).digest('hex');
  const link = await state(remote, source, `<link id='${escapeMarkup(notch.id ?? word)}'>${proof}</link>`, signal);
  const [direct] = link.addresses;
  if (!direct || !URL.canParse(direct) || !/^https?:$/.test(new URL(direct).protocol)) throw new RemoteError('refused', 'no address');
  return new URL(direct).href;
}
