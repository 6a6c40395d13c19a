/** One portal with the demo school for all journeys. `PORTAL_URL` names a running one instead. */
import type { TestProject } from 'vitest/node';
import { startPortal } from './portal.ts';

declare module 'vitest' {
  interface ProvidedContext {
    portal: string;
  }
}

export default async function setup(project: TestProject) {
  const running = process.env.PORTAL_URL;
  if (running) {
    project.provide('portal', running.replace(/\/$/, ''));
    return undefined;
  }
  const portal = await startPortal();
  project.provide('portal', portal.url);
  return portal.stop;
}
