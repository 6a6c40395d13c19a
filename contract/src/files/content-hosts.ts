/** External hosts from which exercises and packages may load content (docs/behaviour/files.md#other-servers). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MAX_HOSTS, isHost, normalizeHost } from './host-rules.ts';

const hosts = z.array(z.string());

export const contentHosts = {
  listHosts: endpoint({
    method: 'GET',
    path: '/api/v1/content-hosts',
    summary: 'Hosts from which exercises and packages may load content',
    access: 'user',
    codes: true,
    guests: 'always',
    reply: z.object({ hosts }),
  }),
  setHosts: endpoint({
    method: 'PUT',
    path: '/api/v1/content-hosts',
    summary: 'Replace the hosts from which exercises and packages may load content',
    access: 'districtAdmin',
    body: z.object({
      hosts: z
        .array(z.string().trim().toLowerCase().max(253).refine(isHost, { message: 'format' }).transform(normalizeHost))
        .max(MAX_HOSTS),
    }),
    reply: z.object({ hosts }),
  }),
};
