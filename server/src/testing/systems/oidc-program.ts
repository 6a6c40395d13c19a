/**
 * `node oidc-program.ts REDIRECT LOGOUT PEOPLE` runs an OpenID provider in a separate process for end-to-end tests. It prints its settings on one
 * line when it is ready.
 */
import { oidcServer, type OidcOptions } from './oidc-server.ts';

const [redirectUri = '', logoutUri = '', people = '[]'] = process.argv.slice(2);
const options = { host: 'localhost', logoutUri, people: JSON.parse(people) as NonNullable<OidcOptions['people']> } as const;
const { settings } = await oidcServer(redirectUri, options);
process.stdout.write(`provider ${JSON.stringify(settings)}\n`);
