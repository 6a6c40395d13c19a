/** Reads a page of an OAI-PMH provider. Runs in a child process: `harvest-pages.ts`. */
import { readOaiPage, type OaiPage } from '@fundus/importer/oai/read-page';
import { XmlProblem } from '@fundus/importer/xml/xml-problem';

/** Returns `problem` if the page is not valid XML. */
export async function readPage(bytes: Uint8Array, limit: number): Promise<{ page: OaiPage } | { problem: string }> {
  try {
    return { page: readOaiPage(bytes, limit) };
  } catch (error) {
    if (error instanceof XmlProblem) return { problem: error.message };
    throw error;
  }
}
