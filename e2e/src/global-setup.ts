/** Prepares the demo school and serves portals to the tests. If `PORTAL_URL` is set, the portal at that address is used as the shared portal. */
import type { TestProject } from 'vitest/node';
import { clearLogProblems } from './complaints.ts';
import { servePortals } from './portals.ts';
import { demoTemplate } from './template.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  clearLogProblems();
  const template = await demoTemplate();
  const portals = await servePortals(template, process.env.PORTAL_URL);
  project.provide('template', template);
  project.provide('portals', portals.url);
  return portals.stop;
}
