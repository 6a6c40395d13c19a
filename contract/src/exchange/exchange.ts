/**
 * Setting of a district that decides which data about its schools' licences other systems can read
 * (docs/operate/exchange.md#what-a-district-withholds).
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const Setting = z.object({ exported: z.boolean() });
const gate = { access: 'districtAdmin', setting: 'MetadataExport' } as const;
const PATH = '/api/v1/metadata-export';

export const exchange = {
  read: endpoint({
    method: 'GET',
    path: PATH,
    summary: 'Export setting: whether metadata of media licensed only by schools of the district is exported',
    ...gate,
    reply: Setting,
  }),
  change: endpoint({
    method: 'PUT',
    path: PATH,
    summary: 'Export or withhold the metadata of the district',
    ...gate,
    body: Setting,
    reply: Setting,
  }),
};
