/** Parses replies of an OAI-PMH provider. Runs in a child process of `harvest-pages.ts`. */
import type { ForeignOptions } from '@fundus/importer/formats/foreign/map';
import { parseIdentify, readOaiPage, type OaiIdentity, type OaiPage } from '@fundus/importer/oai/read-page';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';

/** Returns the records of a page in the form in which they are stored, or `problem` if the page is invalid XML. */
export async function readPage(
  bytes: Uint8Array,
  limit: number,
  options: ForeignOptions,
): Promise<{ page: OaiPage } | { problem: string }> {
  try {
    return { page: readOaiPage(bytes, limit, options) };
  } catch (error) {
    if (error instanceof XmlProblem) return { problem: error.message };
    throw error;
  }
}

/** Returns the provider's identity; `null` if the reply is invalid XML. */
export async function readProvider(bytes: Uint8Array): Promise<OaiIdentity | null> {
  try {
    return parseIdentify(bytes);
  } catch (error) {
    if (error instanceof XmlProblem) return null;
    throw error;
  }
}
