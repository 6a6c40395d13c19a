/** Creates the restricted view of the portal that each domain receives (docs/ARCHITECTURE.md#domains). */
import type { Disk } from '../db/disk.ts';
import type { Core, Portal, Service, Services } from '../http/context.ts';
import { DOMAINS, type DomainName } from './list.ts';

/** The complete portal of the process. Domains cannot import this type and never receive the complete object. */
export type WholePortal = Core &
  Services & {
    /** Resolves if the database responds; throws if it does not within two seconds. */
    ping: () => Promise<void>;
    disk: Disk;
  };

/** Property names of the core. The compiler reports missing and additional names. */
const CORE: Record<keyof Core, true> = {
  db: true,
  caches: true,
  config: true,
  log: true,
  secret: true,
  publicUrl: true,
  now: true,
  wakeIndex: true,
  wakeJobs: true,
};

/** Returns a read-only view of the core and the listed services. The view reflects later changes of the portal. */
export function selectServices<S extends Service>(portal: WholePortal, services: readonly S[]): Portal<S> {
  const names = [...Object.keys(CORE), ...services] as (keyof WholePortal)[];
  const view = Object.defineProperties({}, Object.fromEntries(names.map((name) => [name, { enumerable: true, get: () => portal[name] }])));
  return Object.freeze(view) as Portal<S>;
}

/** Returns the portal with only the services of a domain. */
export const selectDomainServices = <N extends DomainName>(portal: WholePortal, name: N): Portal<(typeof DOMAINS)[N]['services'][number]> =>
  selectServices(portal, DOMAINS[name].services);
