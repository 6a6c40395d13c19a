/**
 * SAML 2.0 service provider with requests by redirect and responses by POST (docs/behaviour/accounts.md#saml). node-saml verifies signatures, and
 * only signed elements are read. This module performs all other checks of a response.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { SamlProvider } from '@fundus/contract/accounts/saml-settings';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { z } from 'zod';
import { inflate, requirePlain, readXml } from './plain-xml.ts';

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const PAIRWISE = 'urn:oasis:names:tc:SAML:attribute:pairwise-id';
const SKEW_MS = 60_000;
/** Maximum age of a logout request in milliseconds. */
const FRESH_MS = 5 * 60_000;
/** The only allowed parameters of a signed query. Further parameters would make it ambiguous which part was signed. */
const SIGNED_NAMES = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'];
const SIGNATURES = new Set(['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512']);

/** Name and session for a logout request to the provider. */
const LogoutSubject = z.object({
  nameID: z.string(),
  nameIDFormat: z.string(),
  nameQualifier: z.string().optional(),
  spNameQualifier: z.string().optional(),
  sessionIndex: z.string().optional(),
});

export type SamlAnswer = {
  /** Id of the request that is answered. A request accepts only one answer. */
  inResponseTo: string;
  claims: Record<string, unknown> & { sub: string };
  /** Data of a later logout request, used if signing out of the portal also signs out of the provider. */
  leaver: string;
};
/** A logout request. `sessions` contains hashes of the sessions to end, and is empty for all sessions of the subject. */
export type SamlLogout = { id: string; name: string; sessions: string[] };

export type SamlClient = {
  settings: SamlProvider;
  begin(): Promise<{ url: string; state: string; nonce: string; verifier: string }>;
  endSession(returnTo: string, leaver: string | null): Promise<string | null>;
  metadata(): string;
  /** Verifies a response. Throws if any check fails. */
  readAnswer(response: string, now: Date): Promise<SamlAnswer>;
  /** Verifies a logout request. Throws if any check fails. */
  readLogout(message: { query: string } | { form: string }, now: Date): Promise<SamlLogout>;
  /** Returns the redirect URL for a logout response, or `null` if the provider accepts no responses. */
  answerLogout(id: string, relayState: string): Promise<string | null>;
};

/** Creates the client. `base` is the URL of the portal for this provider, below which metadata, `acs` and `slo` are served. */
export function openSaml(settings: SamlProvider, base: string): SamlClient {
  const acs = `${base}/acs`;
  const slo = `${base}/slo`;
  const make = (id: string): SAML =>
    new SAML({
      issuer: `${base}/metadata`,
      audience: `${base}/metadata`,
      callbackUrl: acs,
      logoutCallbackUrl: slo,
      entryPoint: settings.sso_url,
      ...(settings.slo_url !== undefined && { logoutUrl: settings.slo_url }),
      idpIssuer: settings.issuer,
      idpCert: settings.certificates,
      ...(settings.private_key !== undefined && { privateKey: settings.private_key, publicCert: settings.certificate! }),
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: PERSISTENT,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      // The id of the answered request is read from the signed part of the response and looked up in the database.
      validateInResponseTo: ValidateInResponseTo.never,
      acceptedClockSkewMs: SKEW_MS,
      disableRequestedAuthnContext: true,
      generateUniqueId: () => id,
    });
  const freshId = (): string => `_${randomBytes(32).toString('hex')}`;
  const always = make(freshId());
  return {
    settings,
    begin: async () => {
      const id = freshId();
      return { url: await make(id).getAuthorizeUrlAsync('', undefined, {}), state: id, nonce: '', verifier: '' };
    },
    endSession: async (_, leaver) => {
      if (!settings.logout || !settings.slo_url || leaver === null) return null;
      return make(freshId()).getLogoutUrlAsync(about(LogoutSubject.parse(JSON.parse(leaver)), settings.issuer), '', {});
    },
    metadata: () => make(freshId()).generateServiceProviderMetadata(null, settings.certificate ?? null),
    readAnswer: async (response, now) => {
      const xml = Buffer.from(response, 'base64').toString('utf8');
      requirePlain(xml);
      const { profile } = await always.validatePostResponseAsync({ SAMLResponse: response });
      if (!profile) throw new Error('no user in the response');
      requireSuccess(xml, acs);
      return readAssertion(readXml(profile.getAssertionXml!()), { issuer: settings.issuer, acs, now });
    },
    readLogout: async (message, now) => {
      const request = 'query' in message ? readQuery(message.query) : { SAMLRequest: message.form };
      const bytes = Buffer.from(request.SAMLRequest, 'base64');
      const xml = 'query' in message ? inflate(bytes) : bytes.toString('utf8');
      requirePlain(xml);
      const root = readXml(xml);
      const { name, attributes } = root;
      const age = Math.abs(now.getTime() - Date.parse(attributes.IssueInstant ?? ''));
      if (name !== 'LogoutRequest' || attributes.Destination !== slo || !(age <= FRESH_MS))
        throw new Error('not a logout message for this portal, or expired');
      const { profile } =
        'query' in message ? await always.validateRedirectAsync(request, message.query) : await always.validatePostRequestAsync(request);
      if (!profile?.ID || !profile.nameID) throw new Error('no NameID');
      // The message itself is signed, so all SessionIndex elements can be read. node-saml reads only one of them.
      const sessions = root.all('SessionIndex').map(({ text }) => text);
      return { id: String(profile.ID), name: nameOf(profile.nameID), sessions: sessions.map((each) => sessionOf(profile.nameID!, each)) };
    },
    answerLogout: async (id, relayState) =>
      settings.slo_url ? make(freshId()).getLogoutResponseUrlAsync({ ID: id } as never, relayState, {}, true) : null,
  };
}

const about = (leaver: z.output<typeof LogoutSubject>, issuer: string) => ({
  issuer,
  nameID: leaver.nameID,
  nameIDFormat: leaver.nameIDFormat,
  ...(leaver.nameQualifier !== undefined && { nameQualifier: leaver.nameQualifier }),
  ...(leaver.spNameQualifier !== undefined && { spNameQualifier: leaver.spNameQualifier }),
  ...(leaver.sessionIndex !== undefined && { sessionIndex: leaver.sessionIndex }),
});

/** Accepts each of the allowed parameters once and no others, so that exactly the verified values are read. */
function readQuery(query: string): Record<'SAMLRequest' | 'SigAlg' | 'Signature', string> & Record<string, string> {
  const parts = query.split('&').map((part) => part.split('=')[0]!);
  const sent = new URLSearchParams(query);
  const [SAMLRequest, SigAlg, Signature] = [sent.get('SAMLRequest'), sent.get('SigAlg'), sent.get('Signature')];
  if (new Set(parts).size !== parts.length || !parts.every((part) => SIGNED_NAMES.includes(part))) throw new Error('other parameters');
  if (!SAMLRequest || !Signature || !SigAlg || !SIGNATURES.has(SigAlg)) throw new Error('not signed, or with an unsupported algorithm');
  return { SAMLRequest, SigAlg, Signature, ...(sent.has('RelayState') && { RelayState: sent.get('RelayState')! }) };
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** Matches assertions anywhere in a document, with any namespace prefix. */
const ASSERTIONS = /<(?:[^\s<>/:]*:)?(?:Encrypted)?Assertion(?=[\s/>])/g;

/** Throws unless the response that contains the signed assertion reports success, is addressed to this portal and contains no other assertion. */
function requireSuccess(xml: string, acs: string): void {
  if ([...xml.matchAll(ASSERTIONS)].length !== 1) throw new Error('more than one assertion');
  const response = readXml(xml);
  if (response.name !== 'Response' || response.attributes.Destination !== acs) throw new Error('wrong Destination');
  const { Value } = response.only('Status').only('StatusCode').attributes;
  if (Value !== SUCCESS) throw new Error(`status is not Success: ${Value}`);
  response.only('Assertion');
}

type Expected = { issuer: string; acs: string; now: Date };

/** Reads the signed assertion and checks recipient, answered request and subject. node-saml has already verified times, audience and signature. */
function readAssertion(assertion: ReturnType<typeof readXml>, { issuer, acs, now }: Expected): SamlAnswer {
  if (assertion.textOf('Issuer') !== issuer) throw new Error('another issuer');
  const subject = assertion.only('Subject');
  const confirmation = subject.all('SubjectConfirmation').filter(({ attributes }) => attributes.Method === BEARER);
  const data = confirmation.flatMap((each) => each.all('SubjectConfirmationData')).map(({ attributes }) => attributes);
  const fits = data.find(
    ({ Recipient, InResponseTo, NotOnOrAfter, NotBefore }) =>
      Recipient === acs && InResponseTo && NotBefore === undefined && Date.parse(NotOnOrAfter ?? '') + SKEW_MS > now.getTime(),
  );
  if (!fits) throw new Error('wrong audience, not a response to a request, or expired');
  const nameId = subject.only('NameID');
  const [{ attributes: statement }] = assertion.some('AuthnStatement');
  const claims: Record<string, unknown> = {};
  for (const attribute of assertion.all('AttributeStatement').flatMap((each) => each.all('Attribute')))
    claims[attribute.attributes.Name ?? ''] = attribute.all('AttributeValue').map((value) => value.text);
  const { Format, NameQualifier, SPNameQualifier } = nameId.attributes;
  const pairwise = (claims[PAIRWISE] as string[] | undefined)?.[0];
  if (nameId.text === '' || (Format !== PERSISTENT && !pairwise)) throw new Error('no persistent name');
  return {
    inResponseTo: fits.InResponseTo!,
    claims: { ...claims, sub: pairwise ?? nameId.text, sid: sessionOf(nameId.text, statement.SessionIndex ?? '') },
    leaver: JSON.stringify({
      nameID: nameId.text,
      nameIDFormat: Format ?? PERSISTENT,
      nameQualifier: NameQualifier,
      spNameQualifier: SPNameQualifier,
      sessionIndex: statement.SessionIndex,
    }),
  };
}

/** Returns the hash of a NameID. Logout requests contain the NameID of the response, which may differ from the stored subject (pairwise-id). */
const nameOf = (nameId: string): string => createHash('sha256').update(nameId).digest('base64url');

/** Returns the hash of a session. It also works for providers that send no SessionIndex. */
const sessionOf = (nameId: string, number: string): string => `${nameOf(nameId)}:${number}`;
