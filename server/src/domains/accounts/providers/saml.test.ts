/** Tests the sign-in through a SAML 2.0 provider with real signatures, and attacks on it. */
import { accounts } from '@fundus/contract/accounts/accounts';
import { signOn } from '@fundus/contract/accounts/sign-on';
import { DAY } from '@fundus/contract/days';
import { providers, type SignInResult } from '@fundus/contract/accounts/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { districtAdmin, PASSWORD, teacher, testPortal, type Caller, type TestPortal } from '../../../testing/index.ts';
import { notifyOfCertificates } from './certificates.ts';
import { samlProvider, type Forgery, type SamlTestProvider } from '../../../testing/systems/saml-provider.ts';

const HERE = 'https://medien.example';
/** A certificate of which only the expiry date is used. */
const CERTIFICATE =
  'MIIBgTCCASegAwIBAgIUI5b2yoz4jdcxudYaAs5VYQ8/dOEwCgYIKoZIzj0EAwIwFjEUMBIGA1UEAwwLaWRwLmV4YW1wbGUwHhcNMjYxMTIzMjAzODA0WhcN' +
  'MjcwMzAzMjAzODA0WjAWMRQwEgYDVQQDDAtpZHAuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABEW9djuPCdiQ/Au37OzNkhgmXhGFQw85XhsZ' +
  'Wj0vfmqMDzxFky/LNv0ySrf9odCJJn3cjrL25HRDutUYKJRNaLijUzBRMB0GA1UdDgQWBBQVTt6IajcQb4kSQk4AdyvndwblHTAfBgNVHSMEGDAWgBQVTt6I' +
  'ajcQb4kSQk4AdyvndwblHTAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIQDvHAn1rLqKmGxdmpXwcYeUBBzvgxk0gK0ns2dJv8dQxQIgZfrr' +
  'hajKKvZwS7hCKowTZ8B6uE3LfjrJBj4xawHI6HA=';
const ENDS = '2027-03-03T20:38:04.000Z';
let verbund: SamlTestProvider;
let portal: TestPortal;
beforeAll(async () => {
  verbund = samlProvider(HERE);
  portal = await testPortal(
    { Type: 'hueber' },
    { publicUrl: HERE, saml: [verbund.settings, { ...verbund.settings, id: 'anderer', certificates: [CERTIFICATE] }] },
  );
});
afterAll(() => portal.close());
// Resets the limit, because each attack counts as a failure. Another test covers the limit.
beforeEach(() => portal.portal.db.deleteFrom('attempt_limit').execute());

const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.example', 'sec-fetch-site': 'cross-site' };
const start = (browser: Caller, link = false) =>
  browser.call(providers.startAuthorization, { params: { provider: 'verbund' }, body: { link, password: link ? PASSWORD : '' } });
const post = (path: string, fields: Record<string, string>, remoteAddress = '127.0.0.1') =>
  portal.app.inject({
    method: 'POST',
    url: path,
    headers: FORM,
    remoteAddress,
    payload: new URLSearchParams(fields).toString(),
  });
const acs = '/api/v1/auth/saml/verbund/acs';
/** Posts a response. Returns the page of the redirect and its token, which is empty if the response was rejected. */
async function sendTo(path: string, SAMLResponse: string) {
  const { statusCode, headers } = await post(path, { SAMLResponse });
  const [page, fragment = ''] = String(headers.location).split('#');
  const answer = new URLSearchParams(fragment).get('answer') ?? '';
  return { statusCode, page, answer, token: new URLSearchParams(answer).get('saml') };
}
async function come(browser: Caller, lies: Forgery = {}, link = false): Promise<SignInResult> {
  const { url, secret } = await start(browser, link);
  const { answer } = await sendTo(acs, verbund.answer(url, lies));
  return browser.call(providers.completeSignIn, { body: { answer, secret } });
}
async function comeIn(browser: Caller, lies: Forgery = {}): Promise<void> {
  const arrival = await come(browser, lies);
  if (arrival.kind === 'unknown') await browser.call(providers.createAccount, { body: { token: arrival.token } });
  expect(await browser.call(accounts.userinfo)).not.toBe(false);
}
const isIn = async (browser: Caller) => (await browser.call(accounts.userinfo)) !== false;

describe('sign-in', () => {
  test('sends a signed request', async () => {
    const { url } = await start(portal.guest());
    const { xml, id, signed } = verbund.readRequest(url);
    expect([url.startsWith(`${verbund.sso}?`), signed, /^_[0-9a-f]{64}$/.test(id)]).toEqual([true, true, true]);
    for (const part of [
      `AssertionConsumerServiceURL="${verbund.base}/acs"`,
      `Destination="${verbund.sso}"`,
      'nameid-format:persistent',
      `${verbund.base}/metadata</saml:Issuer>`,
    ])
      expect(xml).toContain(part);
    const reply = await portal.guest().inject({ method: 'GET', url: '/api/v1/auth/saml/verbund/metadata' });
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8']);
    for (const part of [`entityID="${verbund.base}/metadata"`, 'WantAssertionsSigned="true"', `${verbund.base}/slo`, 'MIIBfake'])
      expect(reply.body).toContain(part);
    expect(reply.body).not.toContain('PRIVATE');
    expect((await portal.guest().inject({ method: 'GET', url: '/api/v1/auth/saml/niemand/metadata' })).statusCode).toBe(404);
  });

  test('finds the account created at the first sign-in', async () => {
    const browser = portal.guest();
    const names = { given_name: 'Ada', family_name: 'Lindner' };
    await comeIn(browser, { nameId: 'ada', attributes: { rolle: 'LEHR', schulkennung: ['DE-XX-10a'], ...names } });
    const user = await browser.call(accounts.userinfo);
    expect(user).toMatchObject({ role: 'L', school_id: 'school-a', vorname: 'Ada', email: '' });
    expect(await come(portal.guest(), { nameId: 'ada' })).toMatchObject({ kind: 'signed_in', user: { id: (user as { id: string }).id } });
    const kind = portal.guest();
    await comeIn(kind, { nameId: 'kind', attributes: { rolle: 'LERN', schulkennung: 'DE-XX-10b', ...names } });
    expect(await kind.call(accounts.userinfo)).toMatchObject({ role: 'S', school_id: 'school-b', vorname: 'Schüler/in' });
    // A pairwise-id takes precedence over the NameID.
    const pairwise = { 'urn:oasis:names:tc:SAML:attribute:pairwise-id': 'ada' };
    const attributes = { rolle: 'LEHR', schulkennung: 'DE-XX-10a', ...pairwise };
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    expect(await come(portal.guest(), { nameId: 't', format: transient, attributes })).toMatchObject({ kind: 'signed_in' });
    await expect(come(portal.guest(), { nameId: 'leer', attributes: {} })).rejects.toMatchObject({ status: 400, field: 'rolle' });
  });

  test('distinguishes equal subjects of two providers', async () => {
    await comeIn(portal.guest(), { nameId: 'gleich' });
    const rows = await portal.portal.db.selectFrom('identity').select(['provider', 'subject']).where('subject', '=', 'gleich').execute();
    expect(rows).toEqual([{ provider: 'verbund', subject: 'gleich' }]);
  });

  test('accepts a response only once and only in the browser that requested it', async () => {
    const browser = portal.guest();
    const { url, secret } = await start(browser);
    const { answer, token } = await sendTo(acs, verbund.answer(url, { nameId: 'dieb' }));
    await expect(portal.guest().call(providers.createAccount, { body: { token: token! } })).rejects.toMatchObject({ status: 410 });
    const again = await start(browser);
    const second = await sendTo(acs, verbund.answer(again.url, { nameId: 'dieb' }));
    const finish = (by: Caller, body: { answer: string; secret: string }) => by.call(providers.completeSignIn, { body });
    await expect(finish(portal.guest(), { answer: second.answer, secret: 'A'.repeat(43) })).rejects.toMatchObject({ status: 410 });
    await expect(finish(browser, { answer: second.answer, secret: again.secret })).rejects.toMatchObject({ status: 410 });
    expect(await finish(browser, { answer, secret })).toMatchObject({ kind: 'unknown' });
    await expect(finish(browser, { answer, secret })).rejects.toMatchObject({ status: 410 });
    for (const made of ['saml=', 'saml=x', `state=${verbund.readRequest(url).id}&code=x`])
      await expect(finish(browser, { answer: made, secret })).rejects.toMatchObject({ status: 410 });
  });

  test('links the provider to an existing account', async () => {
    const browser = await portal.as(teacher({ email: 'linkt@schule.example' }));
    const { url, secret } = await start(browser, true);
    const { page, answer } = await sendTo(acs, verbund.answer(url, { nameId: 'linkt' }));
    expect(page).toBe('/account/security');
    await expect(portal.guest().call(providers.completeSignIn, { body: { answer, secret } })).rejects.toMatchObject({ status: 410 });
    expect(await come(browser, { nameId: 'linkt' }, true)).toEqual({ kind: 'linked', provider: 'Verbund' });
  });
});

/** Replaces the signed assertion by a forged one and moves the signed one to another place in the message. */
const wrapped = (put: (evil: string, signed: string) => string) => (xml: string) => {
  const [signed = ''] = /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml) ?? [];
  const evil = signed
    .replace(/<Signature.*<\/Signature>/s, '')
    .replace(/>opfer</, '>angreifer<')
    .replace(/ ID="_a/, ' ID="_evil');
  return xml.replace(signed, put(evil, signed));
};
const SIGNATURE = /<Signature.*<\/Signature>/s;
const signatureOf = (xml: string): string => SIGNATURE.exec(xml)?.[0] ?? '';

const ATTACKS: Record<string, Forgery> = {
  'not signed': { signs: 'none' },
  'signed around the assertion only': { signs: 'Response' },
  'signed by SHA-1': { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
  'a digest by SHA-1': { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
  'algorithm none': { after: (xml) => xml.replace(/xmldsig-more#rsa-sha256/, 'xmldsig-more#none') },
  'HMAC with the public key': {
    after: (xml) => xml.replace(/http:\/\/www.w3.org\/2001\/04\/xmldsig-more#rsa-sha256/, 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'),
  },
  'an algorithm written in entities': { after: (xml) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig-more#rsa-sha&#50;56') },
  'a signature without its value': {
    after: (xml) => xml.replace(/<SignatureValue>.*<\/SignatureValue>/s, '<SignatureValue></SignatureValue>'),
  },
  'a signature of nothing': { after: (xml) => xml.replace(/<Reference.*<\/Reference>/s, '') },
  'a signature of the whole document': { after: (xml) => xml.replace(/URI="#[^"]+"/, 'URI=""') },
  'an attribute changed': { after: (xml) => xml.replace('LEHR', 'LEIT') },
  'a name changed': { after: (xml) => xml.replace('>opfer<', '>angreifer<') },
  'another issuer': { issuer: 'https://evil.example/metadata' },
  'for another audience': { audience: 'https://anderes.example/metadata' },
  'without an audience': { audience: null },
  'for another recipient': { recipient: `${HERE}/api/v1/auth/saml/anderer/acs` },
  'too late': { notOnOrAfter: -61 },
  'too early': { notBefore: 90 },
  'an unsolicited response': { inResponseTo: null },
  'an answer to something else': { inResponseTo: `_${'0'.repeat(64)}` },
  'another request written around it': {
    inResponseTo: null,
    after: (xml) => xml.replace('<samlp:Response ', '<samlp:Response InResponseTo="_x" '),
  },
  'a name for once': { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
  'an address as a name': { format: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', nameId: 'opfer@schule.example' },
  'no name': { nameId: '' },
  'no statement of having signed in': { statement: false },
  'wrapped: the signed one behind': { after: wrapped((evil, signed) => evil + signed) },
  'wrapped: the signed one in front': { after: wrapped((evil, signed) => signed + evil) },
  'wrapped: in extensions': { after: wrapped((evil, signed) => `<samlp:Extensions>${signed}</samlp:Extensions>${evil}`) },
  'wrapped: in the made-up one': { after: wrapped((evil, signed) => evil.replace('</saml:Assertion>', `${signed}</saml:Assertion>`)) },
  'wrapped: in its signature': {
    after: wrapped((evil, signed) =>
      evil.replace(
        '</saml:Issuer>',
        `</saml:Issuer>${signatureOf(signed).replace('</Signature>', `<Object>${signed.replace(SIGNATURE, '')}</Object></Signature>`)}`,
      ),
    ),
  },
  'wrapped: under the same number': {
    after: wrapped((evil, signed) => signed + evil.replace(/ ID="_evil[^"]+"/, / ID="[^"]+"/.exec(signed)![0])),
  },
  'wrapped: its signature on the made-up one': {
    after: wrapped((evil, signed) => evil.replace('</saml:Issuer>', `</saml:Issuer>${signatureOf(signed)}`)),
  },
  'a comment in the name': { nameId: 'opfer<!-- -->.angreifer' },
  'a comment put in afterwards': { after: (xml) => xml.replace('>opfer<', '>op<!---->fer<') },
  'CDATA in the name': { nameId: '<![CDATA[opfer]]>' },
  'an instruction in the name': { after: (xml) => xml.replace('>opfer<', '>op<?x y?>fer<') },
  'a bomb of entities': {
    after: (xml) =>
      `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>${xml.replace('>opfer<', '>&c;<')}`,
  },
  'an external entity': { after: (xml) => `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace('>opfer<', '>&e;<')}` },
  'a document type behind a declaration': { after: (xml) => `<?xml version="1.0"?><!DOCTYPE x>${xml}` },
  'a hundred thousand levels deep': { after: (xml) => xml.replace('>opfer<', `>${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}<`) },
  'a status that is no success': { after: (xml) => xml.replace('status:Success', 'status:Requester') },
  'no status': { after: (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/s, '') },
  'another destination': { after: (xml) => xml.replace(/Destination="[^"]+"/, 'Destination="https://evil.example/acs"') },
  'no destination': { after: (xml) => xml.replace(/ Destination="[^"]+"/, '') },
  'an unsigned assertion in the status': {
    after: (xml) => xml.replace('</samlp:Status>', '<x:Assertion xmlns:x="urn:oasis:names:tc:SAML:2.0:assertion"/></samlp:Status>'),
  },
  'an unsigned assertion without a prefix in the extensions': {
    after: (xml) =>
      xml.replace(
        '<samlp:Status>',
        '<samlp:Extensions><Assertion xmlns="urn:oasis:names:tc:SAML:2.0:assertion"></Assertion></samlp:Extensions><samlp:Status>',
      ),
  },
  'not XML': { after: () => 'Guten Tag' },
  'cut off': { after: (xml) => xml.slice(0, -40) },
  'an encrypted one': {
    after: (xml) =>
      xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
  },
  'a refusal': { after: (xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/s, '').replace('status:Success', 'status:Responder') },
};

describe('validation of responses', () => {
  test('rejects a response with any invalid part', async () => {
    const browser = portal.guest();
    const { url, secret } = await start(browser);
    for (const [what, lies] of Object.entries(ATTACKS)) {
      const reply = await sendTo(acs, verbund.answer(url, { nameId: 'opfer', ...lies }));
      expect([what, reply.statusCode, reply.page, reply.token]).toEqual([what, 303, '/login', '']);
    }
    const otherKey = verbund.answer(url, { nameId: 'opfer', key: verbund.strangersKey });
    expect((await sendTo(acs, otherKey)).token).toBe('');
    const right = verbund.answer(url, { nameId: 'opfer' });
    // The response is posted to the URL of another provider.
    expect((await sendTo('/api/v1/auth/saml/anderer/acs', right)).token).toBe('');
    const { answer, token } = await sendTo(acs, right);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await browser.call(providers.completeSignIn, { body: { answer, secret } })).toMatchObject({ kind: 'unknown' });
    // A second use of the response is rejected.
    expect((await sendTo(acs, right)).token).toBe('');
    expect((await post('/api/v1/auth/saml/niemand/acs', { SAMLResponse: right })).statusCode).toBe(404);
    expect((await sendTo(acs, 'A'.repeat(400 * 1024))).statusCode).toBe(413);
    const people = await portal.portal.db.selectFrom('identity').select('subject').where('subject', 'like', '%angreifer%').execute();
    expect(people).toEqual([]);
  });

  test('rejects further responses after a hundred invalid ones from a network', async () => {
    const from = (SAMLResponse: string) => post(acs, { SAMLResponse }, '203.0.113.7');
    for (let i = 0; i < 100; i++) expect((await from('x')).statusCode).toBe(303);
    expect((await from('x')).statusCode).toBe(429);
    expect((await post(acs, { SAMLResponse: 'x' })).statusCode).toBe(303);
  });
});

describe('SAML logout', () => {
  const slo = '/api/v1/auth/saml/verbund/slo';
  const byAddress = async (query: string) => {
    const { statusCode, headers } = await portal.guest().inject({ method: 'GET', url: `${slo}?${query}` });
    return { statusCode, location: String(headers.location ?? '') };
  };
  const byForm = async (SAMLRequest: string) => {
    const { statusCode, headers } = await post(slo, { SAMLRequest });
    return { statusCode, location: String(headers.location ?? '') };
  };

  test('redirects to the provider with a signed request', async () => {
    const browser = portal.guest();
    await comeIn(browser, { nameId: 'geht', sessionIndex: 's-geht' });
    const { provider } = await browser.call(accounts.logout);
    expect(provider?.name).toBe('Verbund');
    const { xml, signed } = verbund.readRequest(provider!.url);
    expect([provider!.url.startsWith(`${verbund.slo}?`), signed, await isIn(browser)]).toEqual([true, true, false]);
    for (const part of ['LogoutRequest', '>geht</saml:NameID>', '>s-geht<', 'nameid-format:persistent']) expect(xml).toContain(part);
    expect(await byAddress('SAMLResponse=x')).toEqual({ statusCode: 302, location: '/login' });
  });

  test('ends only the session named by the provider', async () => {
    const [one, other, stays] = [portal.guest(), portal.guest(), portal.guest()];
    await comeIn(one, { nameId: 'zwei-mal', sessionIndex: 's-eins' });
    await comeIn(other, { nameId: 'zwei-mal', sessionIndex: 's-zwei' });
    await comeIn(stays, { nameId: 'bleibt', sessionIndex: 's-drei' });
    const { statusCode, location } = await byAddress(verbund.noticeQuery({ nameId: 'zwei-mal', sessionIndex: 's-eins' }));
    expect([statusCode, location.startsWith(`${verbund.slo}?SAMLResponse=`)]).toEqual([302, true]);
    expect(new URL(location).searchParams.get('RelayState')).toBe('zurück');
    expect([await isIn(one), await isIn(other), await isIn(stays)]).toEqual([false, true, true]);
    // Posts a logout request without a session index, which ends all sessions of the subject.
    expect((await byForm(verbund.noticeForm({ nameId: 'zwei-mal', sessionIndex: null }))).statusCode).toBe(303);
    expect([await isIn(other), await isIn(stays)]).toEqual([false, true]);
    // A session without a stored index ends with any index.
    const numberless = portal.guest();
    await comeIn(numberless, { nameId: 'ohne-nummer', sessionIndex: null });
    expect((await byForm(verbund.noticeForm({ nameId: 'ohne-nummer', sessionIndex: 's-neu' }))).statusCode).toBe(303);
    expect(await isIn(numberless)).toBe(false);
  });

  test('ends the sessions that match NameID and session index', async () => {
    const attributes = { rolle: 'LEHR', schulkennung: 'DE-XX-10a', 'urn:oasis:names:tc:SAML:attribute:pairwise-id': 'paar@idp.example' };
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const came = async (nameId: string, sessionIndex: string) => {
      const browser = portal.guest();
      await comeIn(browser, { attributes, format, nameId, sessionIndex });
      return browser;
    };
    const [one, two, three, later] = [
      await came('_t1', 's-1'),
      await came('_t1', 's-2'),
      await came('_t1', 's-3'),
      await came('_t2', 's-1'),
    ];
    const areIn = () => Promise.all([one, two, three, later].map(isIn));
    // A session index without the matching NameID ends no session.
    await byForm(verbund.noticeForm({ nameId: 'paar@idp.example', sessionIndex: ['s-1', 's-2'] }));
    expect(await areIn()).toEqual([true, true, true, true]);
    expect((await byAddress(verbund.noticeQuery({ nameId: '_t1', sessionIndex: ['s-1', 's-2'] }))).statusCode).toBe(302);
    expect(await areIn()).toEqual([false, false, true, true]);
    expect((await byForm(verbund.noticeForm({ nameId: '_t1', sessionIndex: null }))).statusCode).toBe(303);
    expect(await areIn()).toEqual([false, false, false, true]);
  });

  test('rejects forged, replayed, expired and ambiguous requests', async () => {
    const browser = portal.guest();
    await comeIn(browser, { nameId: 'sicher', sessionIndex: 's-sicher' });
    const about = { nameId: 'sicher', sessionIndex: 's-sicher' };
    const seen = verbund.noticeQuery({ nameId: 'war-nie-da' });
    expect((await byAddress(seen)).statusCode).toBe(302);
    const good = verbund.noticeQuery(about);
    const legit = verbund.noticeQuery({ nameId: 'war-nie-da' });
    const evil = new URLSearchParams(good).get('SAMLRequest')!;
    const queries: Record<string, string> = {
      'seen before': seen,
      'not signed': good.split('&Signature=')[0]!,
      'no algorithm': good.replace(/&SigAlg=[^&]+/, ''),
      'signed by SHA-1': verbund.noticeQuery(about, 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'),
      'signed by another key': verbund.noticeQuery({ ...about, key: verbund.strangersKey }),
      'another name for what was signed': `${new URLSearchParams({ SAMLRequest: evil })}&a${legit}`,
      'said twice': `${new URLSearchParams({ SAMLRequest: evil })}&${legit}`,
      'something else besides': `${good}&x=1`,
      'too old': verbund.noticeQuery({ ...about, issued: -400 }),
      'for another destination': verbund.noticeQuery({ ...about, destination: 'https://anderes.example/slo' }),
      'no message': 'SAMLRequest=&SigAlg=x&Signature=y',
      nothing: '',
    };
    for (const [what, query] of Object.entries(queries)) expect([what, (await byAddress(query)).statusCode]).toEqual([what, 403]);
    const forms: Record<string, string> = {
      'not signed': verbund.noticeForm(about, { signs: 'none' }),
      'signed by another key': verbund.noticeForm(about, { key: verbund.strangersKey }),
      'signed by SHA-1': verbund.noticeForm(about, { signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      changed: Buffer.from(
        Buffer.from(verbund.noticeForm({ nameId: 'war-nie-da' }), 'base64')
          .toString()
          .replace('war-nie-da', 'sicher'),
      ).toString('base64'),
      'an answer in its place': verbund.answer((await start(portal.guest())).url, { nameId: 'sicher' }),
    };
    for (const [what, form] of Object.entries(forms)) expect([what, (await byForm(form)).statusCode]).toEqual([what, 403]);
    expect(await isIn(browser)).toBe(true);
  });
});

describe('administration of SAML providers', () => {
  const metadata = (certificate: string): string =>
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/metadata"><IDPSSODescriptor>
      <KeyDescriptor><KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
      <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
    </IDPSSODescriptor></EntityDescriptor>`;

  test('compares the configuration with the metadata of the provider', async () => {
    const admin = await portal.as(districtAdmin({ email: 'kreis@a.example' }));
    const { items } = await admin.call(signOn.list);
    expect(items.map(({ id, theirs }) => [id, theirs.map(({ ends_at }) => ends_at)])).toEqual([
      ['verbund', [null]],
      ['anderer', [ENDS]],
    ]);
    expect(items[0]!.addresses.find(({ what }) => what === 'acs')).toEqual({ what: 'acs', value: `${HERE}${acs}` });
    const read = await admin.call(signOn.readMetadata, { body: { source: metadata(CERTIFICATE) } });
    expect(read).toMatchObject({
      configured_as: 'verbund',
      certificates: [{ ends_at: ENDS, configured: false }],
      withdrawn: [{ ends_at: null }],
    });
    expect(JSON.parse(read.entry)).toMatchObject({ id: 'verbund', sso_url: 'https://idp.example/sso', certificates: [CERTIFICATE] });
    const refused = async (source: string) =>
      admin.call(signOn.readMetadata, { body: { source } }).catch(({ details }: { details: object }) => details);
    expect(await refused('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>')).toMatchObject({ problems: [{ field: 'source', rule: 'metadata' }] });
    for (const address of ['http://127.0.0.1/metadata', 'https://10.0.0.1/', 'https://localhost:5432/'])
      expect(await refused(address)).toMatchObject({ problems: [{ field: 'source', rule: 'fetched' }] });
    const two = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${metadata('QQ')}${metadata('QQ').replace('idp.example/metadata', 'x')}</EntitiesDescriptor>`;
    expect(await refused(two)).toMatchObject({ problems: [{ field: 'entity', rule: 'required' }] });
  });

  test('warns of an expiring certificate once per configured number of days', async () => {
    const mails = async () =>
      (await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute()).filter(({ payload }) =>
        JSON.stringify(payload).includes('Zertifikat für Verbund: gültig bis '),
      ).length;
    const counts: number[] = [];
    for (const days of [70, 60, 59, 30, 29, 14, 7, 1, 0.5, -1, -2]) {
      await notifyOfCertificates(portal.portal, { now: new Date(Date.parse(ENDS) - days * DAY), remind: true });
      counts.push(await mails());
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 5, 5, 6, 6]);
  });
});
