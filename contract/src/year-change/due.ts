/** State of the school-year change for the home screen; a separate file, so that the home screen loads nothing else of the domain. */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { endpoint } from '../endpoint.ts';

export const yearDue = {
  due: endpoint({
    method: 'GET',
    path: '/api/v1/year-change/due',
    summary: 'State of the school: whether its change of the school year is due or running',
    access: 'administrator',
    advancedView,
    reply: z.object({ due: z.boolean(), to_year: z.string(), state: z.enum(['none', 'open', 'done']) }),
  }),
};
