/** Prints the set-up address of a portal without a district, at start-up and by `npm run portal -- setup`. */
import { TOKEN_HOURS } from '@fundus/contract/first-start/steps';
import { makeSetUpPath } from '../domains/first-start/index.ts';
import type { Portal } from '../http/context.ts';

/** Returns false if there is a district. Without `url` and `PUBLIC_URL` only the path is printed. */
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
