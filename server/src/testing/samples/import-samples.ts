/** Sample requests for all calls of imports. They use a source and an import run of the district. No request is sent to the address of the source. */
import { newId } from '../../db/new-id.ts';
import { emptyReport } from '../../domains/imports/kept-report.ts';
import type { TestPortal } from '../index.ts';
import type { SampleWorld as World } from './sample-world.ts';

const SOURCE = { name: 'Repositorium', oai: { address: 'https://127.0.0.1/oai', format: 'oai_dc' } } as const;

export const importSamples = (portal: TestPortal) => {
  const sourceOf = async (w: World): Promise<string> => {
    const id = newId();
    await portal.portal.db
      .insertInto('import_source')
      .values({
        ...{ id, district_id: w.district, name: 'Repositorium', prefix: `${id}-`, licence: 'free', same: 'join', words: '[]' },
        ...{ address: SOURCE.oai.address, metadata_prefix: SOURCE.oai.format, changed_at: new Date() },
      })
      .execute();
    return id;
  };
  const runOf = async (w: World): Promise<string> => {
    const id = newId();
    const about = {
      kind: 'file',
      state: 'looked',
      look: true,
      file_name: 'a.xml',
      format: 'lom',
      parts: 1,
      bytes: 3,
      received: 3,
    } as const;
    await portal.portal.db
      .insertInto('import_run')
      .values({ id, district_id: w.district, ...about, report: JSON.stringify(emptyReport()), created_at: new Date() })
      .execute();
    return id;
  };
  return {
    'imports.sources': {},
    'imports.createSource': () => ({ body: { ...SOURCE, prefix: `${newId()}-` } }),
    'imports.changeSource': async (w: World) => ({
      params: { id: await sourceOf(w) },
      body: { ...SOURCE, prefix: `${newId()}-`, version: 1 },
    }),
    'imports.removeSource': async (w: World) => ({ params: { id: await sourceOf(w) } }),
    'imports.harvest': async (w: World) => ({ params: { id: await sourceOf(w) }, body: { look: true } }),
    'imports.runs': {},
    'imports.run': async (w: World) => ({ params: { id: await runOf(w) } }),
    'imports.begin': { body: { file_name: 'a.xml', bytes: 3, source_id: null } },
    'imports.part': async (w: World) => ({ params: { id: await runOf(w) }, body: { offset: 0, content: 'YWJj' } }),
    'imports.preview': async (w: World) => ({ params: { id: await runOf(w) }, body: {} }),
    'imports.take': async (w: World) => ({ params: { id: await runOf(w) } }),
    'imports.cancel': async (w: World) => ({ params: { id: await runOf(w) } }),
    'imports.unlicensed': async (w: World) => ({ params: { id: await runOf(w) } }),
    'imports.refusals': async (w: World) => ({ params: { id: await runOf(w) } }),
  };
};
