/** A SAML 2.0 identity provider for tests, with real signatures and configurable forgeries. */
import { createSign, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { SamlProvider as Settings } from '@fundus/contract/accounts/saml-settings';
import { SignedXml } from 'xml-crypto';

const ISSUER = 'https://idp.example/metadata';
const SSO = 'https://idp.example/sso';
const SLO = 'https://idp.example/slo';
const XML_DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export type Forgery = Partial<{
  nameId: string;
  format: string;
  attributes: Record<string, string | string[]>;
  sessionIndex: string | null;
  issuer: string;
  audience: string | null;
  recipient: string;
  /** Id of the request that is answered, or `null` for an unsolicited response. */
  inResponseTo: string | null;
  /** Start of the validity in seconds from now. */
  notBefore: number;
  notOnOrAfter: number;
  statement: boolean;
  /** Element that is signed. */
  signs: 'Assertion' | 'Response' | 'none';
  key: string;
  signature: string;
  digest: string;
  /** Modifies the XML before it is signed. `after` modifies it after signing. */
  before: (xml: string) => string;
  after: (xml: string) => string;
}>;

export type SamlTestProvider = ReturnType<typeof samlProvider>;

const at = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();
const pemOf = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }): string =>
  String(key.export({ type: 'pkcs8', format: 'pem' }));

/** Creates the provider. `portal` is the public URL of the portal. */
export function samlProvider(portal: string, id = 'verbund') {
  const [idp, stranger, sp] = [1, 2, 3].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const base = `${portal}/api/v1/auth/saml/${id}`;
  const publicPem = String(idp!.publicKey.export({ type: 'spki', format: 'pem' }));
  const settings = Settings.parse({
    id,
    name: 'Verbund',
    issuer: ISSUER,
    sso_url: SSO,
    slo_url: SLO,
    certificates: [publicPem],
    private_key: pemOf(sp!.privateKey),
    // This certificate is only displayed in the metadata.
    certificate: 'MIIBfakeZm9yIHRoZSBtZXRhZGF0YQ==',
    school_prefix: 'DE-XX-',
    logout: true,
  });

  const signXml = (
    xml: string,
    what: string,
    { key = pemOf(idp!.privateKey), signature = RSA_SHA256, digest = SHA256 }: Forgery,
  ): string => {
    const signer = new SignedXml({ privateKey: key, signatureAlgorithm: signature, canonicalizationAlgorithm: C14N });
    const xpath = `//*[local-name(.)='${what}']`;
    signer.addReference({ xpath, transforms: [`${XML_DSIG}enveloped-signature`, C14N], digestAlgorithm: digest });
    signer.computeSignature(xml, { location: { reference: `${xpath}/*[local-name(.)='Issuer']`, action: 'after' } });
    return signer.getSignedXml();
  };

  /** Parses the AuthnRequest in a redirect URL. */
  function readRequest(url: string): { xml: string; id: string; signed: boolean } {
    const { search, searchParams } = new URL(url);
    const packed = searchParams.get('SAMLRequest')!;
    const xml = inflateRawSync(Buffer.from(packed, 'base64')).toString();
    const signature = searchParams.get('Signature');
    const text = search.slice(1).split('&Signature=')[0]!;
    const signed = signature !== null && createVerify('RSA-SHA256').update(text).verify(sp!.publicKey, signature, 'base64');
    return { xml, id: / ID="([^"]+)"/.exec(xml)![1]!, signed };
  }

  function answer(url: string, lies: Forgery = {}): string {
    const right = {
      nameId: 'p-1',
      format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      attributes: { rolle: 'LEHR', schulkennung: 'DE-XX-10a' } as Record<string, string | string[]>,
      sessionIndex: 's-1' as string | null,
      issuer: ISSUER,
      audience: `${base}/metadata` as string | null,
      recipient: `${base}/acs`,
      inResponseTo: readRequest(url).id as string | null,
      notBefore: -30,
      notOnOrAfter: 120,
      statement: true,
      signs: 'Assertion' as 'Assertion' | 'Response' | 'none',
      before: (xml: string) => xml,
      after: (xml: string) => xml,
    };
    const said = { ...right, ...lies };
    const answers = said.inResponseTo === null ? '' : ` InResponseTo="${said.inResponseTo}"`;
    const attributes = Object.entries(said.attributes).map(([name, values]) => {
      const inner = [values].flat().map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`);
      return `<saml:Attribute Name="${name}">${inner.join('')}</saml:Attribute>`;
    });
    const statement = `<saml:AuthnStatement AuthnInstant="${at(0)}"${said.sessionIndex === null ? '' : ` SessionIndex="${said.sessionIndex}"`}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
    const audience =
      said.audience === null ? '' : `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction>`;
    const assertion =
      `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_a${randomUUID()}" Version="2.0" IssueInstant="${at(0)}">` +
      `<saml:Issuer>${said.issuer}</saml:Issuer>` +
      `<saml:Subject><saml:NameID Format="${said.format}">${said.nameId}</saml:NameID>` +
      `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(said.notOnOrAfter)}" Recipient="${said.recipient}"${answers}/></saml:SubjectConfirmation></saml:Subject>` +
      `<saml:Conditions NotBefore="${at(said.notBefore)}" NotOnOrAfter="${at(said.notOnOrAfter)}">${audience}</saml:Conditions>` +
      `${said.statement ? statement : ''}<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`;
    const response =
      `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${said.recipient}"${answers}>` +
      `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${said.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${assertion}</samlp:Response>`;
    const made = said.before(response);
    return Buffer.from(said.after(said.signs === 'none' ? made : signXml(made, said.signs, lies))).toString('base64');
  }

  type Notice = Partial<{
    nameId: string;
    sessionIndex: string | string[] | null;
    id: string;
    issued: number;
    destination: string;
    key: string;
  }>;
  const notice = ({
    nameId = 'p-1',
    sessionIndex = 's-1',
    id: number = `_l${randomUUID()}`,
    issued = 0,
    destination = `${base}/slo`,
  }: Notice): string =>
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${number}" Version="2.0" IssueInstant="${at(issued)}" Destination="${destination}">` +
    `<saml:Issuer>${ISSUER}</saml:Issuer><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${nameId}</saml:NameID>` +
    `${[sessionIndex ?? []]
      .flat()
      .map((each) => `<samlp:SessionIndex>${each}</samlp:SessionIndex>`)
      .join('')}</samlp:LogoutRequest>`;

  return {
    settings,
    base,
    sso: SSO,
    slo: SLO,
    strangersKey: pemOf(stranger!.privateKey),
    readRequest,
    answer,
    /** Returns a LogoutRequest as the query of a redirect. */
    noticeQuery: (about: Notice = {}, algorithm = RSA_SHA256): string => {
      const packed = deflateRawSync(notice(about)).toString('base64');
      const text = new URLSearchParams([
        ['SAMLRequest', packed],
        ['RelayState', 'zurück'],
        ['SigAlg', algorithm],
      ]).toString();
      const signer = createSign(algorithm.endsWith('sha1') ? 'RSA-SHA1' : 'RSA-SHA256').update(text);
      return `${text}&${new URLSearchParams({ Signature: signer.sign(about.key ?? pemOf(idp!.privateKey), 'base64') })}`;
    },
    /** Returns a LogoutRequest as a form. */
    noticeForm: (about: Notice = {}, lies: Forgery = {}): string =>
      Buffer.from(lies.signs === 'none' ? notice(about) : signXml(notice(about), 'LogoutRequest', lies)).toString('base64'),
  };
}
