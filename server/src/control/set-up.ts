/** Prints the set-up address of a portal that has no district, at start-up and for `npm run portal -- setup`. */
import { TOKEN_HOURS } from '@fundus/contract/first-start/steps';
import { makeSetUpPath } from '../domains/first-start/index.ts';
import type { Portal } from '../http/context.ts';

/**
 * Prints the set-up address and returns true, or returns false if there is a district. If `url` and `PUBLIC_URL` are missing, only the path is
 * printed.
 */
export async function printSetUp(portal: Portal, url: string | undefined, print: (line: string) => void): Promise<boolean> {
  const path = await makeSetUpPath(portal);
  if (path === null) return false;
  const address = portal.publicUrl ?? url;
  print(
    `This portal has no district yet. Set it up within ${TOKEN_HOURS} hours at this address, which is printed once and valid for one set-up:`,
  );
  print(
    address === undefined ? `  ${path} (append it to the address of the portal once it runs)` : `  ${address.replace(/\/$/, '')}${path}`,
  );
  return true;
}
