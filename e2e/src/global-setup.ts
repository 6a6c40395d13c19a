/** Before the journeys: the demo school is made ready, and portals can be asked for. `PORTAL_URL` names a running one for the journeys that need none of their own. */
import type { TestProject } from 'vitest/node';
import { forgetComplaints } from './complaints.ts';
import { servePortals } from './portals.ts';
import { demoTemplate } from './template.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  forgetComplaints();
  const template = await demoTemplate();
  const portals = await servePortals(template, process.env.PORTAL_URL);
  project.provide('template', template);
  project.provide('portals', portals.url);
  return portals.stop;
}
