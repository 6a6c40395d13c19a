/** ARIX 1.4: repositories of media centres. A medium has no lasting address: it is asked for when it is opened, with a word only its licensees know. */
import { createHash } from 'node:crypto';
import { childrenOf, elementsAt, readText } from '@fundus/importer/xml/elements';
import { readArix } from '@fundus/importer/foreign/arix';
import type { XmlElement } from '@fundus/importer/xml/read-xml';
import { below, fromRecord, readXmlReply, tidy, type Adapter, type SourceAt } from './found.ts';
import { RemoteError, type Remote } from './remote.ts';
import { escapeMarkup } from '../escape-markup.ts';

const FIELDS = 'nr,titel,utitel,sertitel,typ,text,produ,prodjahr,sprache,laenge,url,lizinfo';

async function state(remote: Remote, source: SourceAt, statement: string, signal: AbortSignal): Promise<XmlElement> {
  const { bytes } = await remote({
    url: (source.scope ? below(source.address, source.scope.split('/').map(encodeURIComponent).join('/')) : new URL(source.address)).href,
    enteredBy: 'administrator',
    method: 'POST',
    headers: { accept: 'text/xml', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xmlstatement: statement }).toString(),
    signal,
  });
  const reply = readXmlReply(bytes, 'result', 'notch', 'link', 'error');
  if (reply.name === 'error') throw new RemoteError('refused', readText(reply).slice(0, 200));
  return reply;
}

export const searchArix: Adapter = async (remote, source, { q, limit, signal }) => {
  const conditions = q
    .split(/\s+/)
    .map((word) => `<condition field='text_fields' operator='AND' option='WORD'>${escapeMarkup(word)}</condition>`);
  const statement = `<search fields='${FIELDS}' limit='${limit}'>${conditions.join('')}</search>`;
  const reply = await state(remote, source, statement, signal);
  const found = childrenOf(reply, 'r').map((row) => {
    const record = readArix(row);
    return { ...fromRecord(record), handle: record.identifier };
  });
  return { total: null, found: tidy(found, limit) };
};

/** Where the medium is now. Throws `RemoteError`, `refused` where there is no licence for it. */
export async function openArix(remote: Remote, source: SourceAt, identifier: string, signal: AbortSignal): Promise<string> {
  const notch = await state(remote, source, `<notch identifier='${escapeMarkup(identifier)}'/>`, signal);
  const word = readText(notch);
  // The way of the standard: whoever knows the password answers the word of the repository with it.
  const proof = createHash('md5').update(`${word}:${source.key}`).digest('hex');
  const link = await state(remote, source, `<link id='${escapeMarkup(notch.attributes.id ?? word)}'>${proof}</link>`, signal);
  const [direct] = elementsAt(link, 'a').map((each) => each.attributes.href ?? '');
  if (!direct || !URL.canParse(direct) || !/^https?:$/.test(new URL(direct).protocol)) throw new RemoteError('refused', 'no address');
  return new URL(direct).href;
}
