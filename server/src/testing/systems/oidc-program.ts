/**
 * `node oidc-program.ts REDIRECT LOGOUT PEOPLE`: runs a provider in its own process for journeys. Prints its settings as one line when it
 * is ready.
 */
import { oidcServer, type OidcOptions } from './oidc-server.ts';

const [redirectUri = '', logoutUri = '', people = '[]'] = process.argv.slice(2);
const options = { host: 'localhost', logoutUri, people: JSON.parse(people) as NonNullable<OidcOptions['people']> } as const;
const { settings } = await oidcServer(redirectUri, options);
process.stdout.write(`provider ${JSON.stringify(settings)}\n`);
