/** Parses XML replies of external sources. Runs in a child process (`replies.ts`). */
import { readArix } from '@fundus/importer/foreign/arix';
import { readDublinCore } from '@fundus/importer/foreign/dublin-core';
import { lookUp } from '@fundus/importer/foreign/foreign-record';
import { readLom } from '@fundus/importer/foreign/lom';
import { readMarc } from '@fundus/importer/foreign/marcxml';
import { childrenOf, elementsAt, findElement, readText, textAt } from '@fundus/importer/xml/elements';
import { readXml, type XmlElement } from '@fundus/importer/xml/read-xml';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';
import { fromRecord, cleanHits, type RemoteRecord, type PartialHit } from './found.ts';

/** Parsed reply. `problem` means that the XML is invalid or has an unexpected structure. `refusal` is an error message of the source. */
export type Reply<T> = { problem: string } | { refusal: string } | T;

/** Parses a reply whose root element has one of the given names. */
function readReply<T>(bytes: Uint8Array, roots: readonly string[], read: (root: XmlElement) => Reply<T>): Reply<T> {
  try {
    const root = readXml(bytes);
    return roots.includes(root.name) ? read(root) : { problem: 'another form than expected' };
  } catch (error) {
    if (error instanceof XmlProblem) return { problem: error.message };
    throw error;
  }
}

const excerpt = (text: string): string => text.slice(0, 200);

export type ArixReply = { found: RemoteRecord[]; text: string; id: string | undefined; addresses: string[] };

export const readArixReply = async (bytes: Uint8Array, limit: number): Promise<Reply<ArixReply>> =>
  readReply(bytes, ['result', 'notch', 'link', 'error'], (root) =>
    root.name === 'error'
      ? { refusal: excerpt(readText(root)) }
      : {
          found: cleanHits(
            childrenOf(root, 'r').map((row) => {
              const record = readArix(row);
              return { ...fromRecord(record), handle: record.identifier };
            }),
            limit,
          ),
          text: readText(root).slice(0, 1_000),
          id: root.attributes.id,
          addresses: elementsAt(root, 'a')
            .slice(0, 1)
            .map((each) => each.attributes.href ?? ''),
        },
  );

export type SruReply = { total: number; found: RemoteRecord[] };

/** Parses an SRU reply. `page` is the base URL of catalogue pages, to which the number of a record is appended if it has no address. */
export const readSruReply = async (bytes: Uint8Array, limit: number, page: string | undefined): Promise<Reply<SruReply>> =>
  readReply(bytes, ['searchRetrieveResponse'], (root) => {
    const refusal = elementsAt(root, 'diagnostics', 'diagnostic')[0];
    if (refusal) return { refusal: excerpt(textAt(refusal, 'message')) };
    const found = elementsAt(root, 'records', 'record', 'recordData').flatMap((data) => readData(data, page) ?? []);
    return { total: Number.parseInt(textAt(root, 'numberOfRecords'), 10) || found.length, found: cleanHits(found, limit) };
  });

/** Converts a record in one of the formats that libraries use (MARC or Dublin Core). */
function readData(data: XmlElement, page: string | undefined): PartialHit | null {
  const [root] = childrenOf(data);
  const dublinCore = root && findElement(root, 'dc');
  const marc = root && findElement(root, 'record');
  const record = marc ? readMarc(marc) : dublinCore ? readDublinCore(dublinCore) : null;
  if (record === null) return null;
  return {
    ...fromRecord(record),
    address: record.address ?? (page && record.identifier ? page + encodeURIComponent(record.identifier) : null),
  };
}

const READERS = { dc: readDublinCore, record: readMarc, lom: readLom } as const;

export type OaiReply = { found: RemoteRecord[]; token: string };

export const readOaiReply = async (bytes: Uint8Array, limit: number): Promise<Reply<OaiReply>> =>
  readReply(bytes, ['OAI-PMH'], (root) => {
    const refusal = childrenOf(root, 'error')[0];
    if (refusal?.attributes.code === 'noRecordsMatch') return { found: [], token: '' };
    if (refusal) return { refusal: excerpt(refusal.attributes.code ?? '') };
    const records = elementsAt(root, 'ListRecords', 'record').flatMap((record) => readRecord(record) ?? []);
    return { found: cleanHits(records, limit), token: textAt(root, 'ListRecords', 'resumptionToken') };
  });

function readRecord(record: XmlElement): PartialHit | null {
  const [metadata] = elementsAt(record, 'metadata').flatMap((each) => childrenOf(each));
  if (!metadata || elementsAt(record, 'header')[0]?.attributes.status === 'deleted') return null;
  const read = lookUp(READERS, metadata.name);
  return read ? fromRecord(read(metadata)) : null;
}
