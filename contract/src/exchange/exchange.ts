/** The district's choice of what other systems may see of its schools' licences (docs/operate/exchange.md#what-a-district-withholds). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const Setting = z.object({ exported: z.boolean() });
const gate = { access: 'districtAdmin', setting: 'MetadataExport' } as const;
const PATH = '/api/v1/metadata-export';

export const exchange = {
  read: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'Whether other systems learn of what only schools of the own district have',
    ...gate,
    reply: Setting,
  }),
  change: endpoint({
    method: 'PUT',
    path: PATH,
    summary: 'Give metadata of the own district to other systems, or withhold it',
    ...gate,
    body: Setting,
    reply: Setting,
  }),
};
