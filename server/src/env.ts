/** Settings of the process, read once at startup. No other module reads `process.env`. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { frontendConfig, type FrontendConfig, type FrontendConfigInput } from '@fundus/contract/config';
import { OidcProviders, type OidcProvider } from '@fundus/contract/accounts/oidc-settings';
import { SamlProviders, type SamlProvider } from '@fundus/contract/accounts/saml-settings';
import { z } from 'zod';
import { Environment } from './env-schema.ts';
import { OperatorError } from './operator-error.ts';

const empty = (value: unknown) => (value === '' ? undefined : value);

/**
 * Configuration of the demo: all features are enabled except the search for guests
 * (docs/operate/configuration.md#portal-configuration-portal_config).
 */
const DEMO_CONFIG: FrontendConfigInput = {
  Verleih: true,
  GeraeteVerleih: true,
  Katalog: true,
  AllowRegister: true,
  VectorSearch: true,
  ExternSearch: true,
  AllowReturns: true,
  LinkToMP: true,
  ShowAnalytics: true,
  WebPush: true,
};

/** Returns whether the portal is reachable only from the same machine: it listens on localhost and has no public URL. */
export const isLoopbackOnly = ({ host, publicUrl }: { host: string; publicUrl: string | undefined }): boolean =>
  ['127.0.0.1', '::1', 'localhost'].includes(host) && !publicUrl;

export type Env = {
  port: number;
  host: string;
  publicUrl: string | undefined;
  /** URL of the host for uploaded content. */
  contentUrl: string | undefined;
  /** Contact for security reports: a URL with `mailto:`, `https:` or `tel:`. */
  securityContact: string | undefined;
  dataDir: string;
  /** Number of seconds that running requests may take during shutdown. */
  stopSeconds: number;
  /** Number of seconds after which a process with an unresponsive main thread is terminated. 0 disables the watchdog. */
  watchdogSeconds: number;
  databaseUrl: string | undefined;
  demo: boolean;
  sessionSecret: string | undefined;
  smtpUrl: string | undefined;
  /** Sender address of mails. */
  mailFrom: string | undefined;
  /** Contact address for OAI-PMH harvesters. */
  oaiEmail: string | undefined;
  /** Identity providers, including their secrets. */
  oidc: OidcProvider[];
  saml: SamlProvider[];
  /** Hosts of the operator's own network that the portal may send requests to. */
  intranetHosts: readonly string[];
  /** Origins that may frame pages. */
  frameAncestors: readonly string[];
  /** Payment account. If undefined, purchases are only possible on invoice. */
  stripe: StripeSettings | undefined;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
  searchWorkers: number;
  /** Search cluster. If undefined, the embedded search engine is used. */
  searchCluster: SearchClusterSettings | undefined;
  /** Language model for semantic search. If undefined, similarity is learned from the catalogue. */
  embedding: EmbeddingSettings | undefined;
  /** Bucket for files. If undefined, files are stored in `DATA_DIR/files`. */
  s3: S3Settings | undefined;
  /** Proxies whose forwarding headers are trusted. */
  trustProxy: readonly string[];
  /** Addresses that may read `/metrics`. */
  metricsHosts: readonly string[];
  config: FrontendConfig;
};

/** Error that lists all problems of the environment and the configuration file. */
export class EnvError extends OperatorError {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`the environment is not right:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.problems = problems;
  }
}

/** Reads and validates the environment. Throws `EnvError`. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const problems: string[] = [];
  const parsed = Environment.safeParse(Object.fromEntries(Object.entries(source).map(([key, value]) => [key, empty(value)])));
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const here = isLoopbackOnly({ host: source.HOST || '127.0.0.1', publicUrl: source.PUBLIC_URL });
  const demo = source.DEMO ? source.DEMO === 'on' : here && !empty(source.DATABASE_URL);
  const config = readConfig(empty(source.PORTAL_CONFIG) as string | undefined, demo ? DEMO_CONFIG : {}, problems);
  const embedding = parsed.success ? readEmbedding(parsed.data, problems) : undefined;
  const s3 = parsed.success ? readS3(parsed.data, problems) : undefined;
  const stripe = parsed.success ? readStripe(parsed.data, problems) : undefined;
  const searchCluster = parsed.success ? readSearchCluster(parsed.data, problems) : undefined;
  if (source.SESSION_SECRET?.trim() === '')
    problems.push('SESSION_SECRET: is empty; set it to the secret of this portal, or remove the variable');
  checkContentUrl(parsed.data, problems);
  const { OIDC_CONFIG, SAML_CONFIG, PUBLIC_URL } = parsed.data ?? {};
  const oidc = readProviders('OIDC_CONFIG', OidcProviders, OIDC_CONFIG, PUBLIC_URL, problems);
  const saml = readProviders('SAML_CONFIG', SamlProviders, SAML_CONFIG, PUBLIC_URL, problems);
  for (const { id } of saml) if (oidc.some((other) => other.id === id)) problems.push(`SAML_CONFIG: ${id} is named in OIDC_CONFIG too`);
  if (!parsed.success || !config || problems.length > 0) throw new EnvError(problems);
  const env = parsed.data;
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL?.replace(/\/$/, ''),
    contentUrl: env.CONTENT_URL?.replace(/\/$/, ''),
    securityContact: env.SECURITY_CONTACT,
    dataDir: resolve(env.DATA_DIR),
    stopSeconds: env.STOP_SECONDS,
    watchdogSeconds: env.WATCHDOG_SECONDS,
    databaseUrl: env.DATABASE_URL,
    demo,
    sessionSecret: env.SESSION_SECRET,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    oaiEmail: env.OAI_EMAIL,
    oidc,
    saml,
    intranetHosts: env.INTRANET_HOSTS,
    frameAncestors: env.FRAME_ANCESTORS,
    stripe,
    logLevel: env.LOG_LEVEL,
    searchWorkers: env.SEARCH_WORKERS ?? Math.max(1, availableParallelism() - 1),
    searchCluster,
    embedding,
    s3,
    trustProxy: env.TRUST_PROXY,
    metricsHosts: env.METRICS_HOSTS.split(',').map((host) => host.trim()),
    config,
  };
}

/** Reports a content URL with the same host as the portal, because uploaded content would not be isolated. */
function checkContentUrl(env: Environment | undefined, problems: string[]): void {
  const { CONTENT_URL: content, PUBLIC_URL: portal } = env ?? {};
  if (!content) return;
  if (!portal) problems.push('CONTENT_URL: PUBLIC_URL must be set too');
  else if (new URL(content).host === new URL(portal).host) problems.push('CONTENT_URL: must have another host than PUBLIC_URL');
  else if (new URL(portal).host.endsWith(new URL(content).host.replace(/^\*/, '')))
    problems.push('CONTENT_URL: PUBLIC_URL must not be one of its names');
  if (new URL(content).pathname !== '/') problems.push('CONTENT_URL: must have no path');
}

export type EmbeddingSettings = {
  url: string | undefined;
  model: string | undefined;
  key: string | undefined;
  module: string | undefined;
  questionPrefix: string;
  recordPrefix: string;
};

/** Reads the settings of the language model. Reports more than one model, and a server without a model name. */
function readEmbedding(env: Environment, problems: string[]): EmbeddingSettings | undefined {
  const { EMBEDDING_URL: url, EMBEDDING_MODEL: model, EMBEDDING_KEY: key, EMBEDDING_MODULE: module } = env;
  if (url && module) problems.push('EMBEDDING_MODULE: not together with EMBEDDING_URL');
  if (url && !model) problems.push('EMBEDDING_MODEL: required with EMBEDDING_URL');
  if (!url && !module && (model || key)) problems.push('EMBEDDING_URL: required with EMBEDDING_MODEL and EMBEDDING_KEY');
  if (!url && !module) return undefined;
  const prefixes = { questionPrefix: env.EMBEDDING_QUESTION_PREFIX, recordPrefix: env.EMBEDDING_RECORD_PREFIX };
  return { url, model, key, module: module && resolve(module), ...prefixes };
}

export type SearchClusterSettings = {
  /** URL of the cluster. Its path is the prefix of the portal's index names. */
  url: string;
  user: string | undefined;
  password: string | undefined;
  /** PEM certificates of the authority that signed the cluster's certificate. */
  ca: string | undefined;
};

/** Reads the cluster settings. User and password come from the URL or from separate variables. */
function readSearchCluster(env: Environment, problems: string[]): SearchClusterSettings | undefined {
  const { SEARCH_URL: url, SEARCH_USER: user, SEARCH_PASSWORD: password, SEARCH_CA: file } = env;
  if (!url) {
    if (user || password || file) problems.push('SEARCH_URL: required with the other settings of the search cluster');
    return undefined;
  }
  const address = new URL(url);
  if (!/^\/[a-z][a-z0-9-]{0,39}\/?$|^\/$/.test(address.pathname))
    problems.push('SEARCH_URL: the path is one name of small letters, digits and -');
  if (user && address.username) problems.push('SEARCH_USER: not together with a user in SEARCH_URL');
  if (Boolean(password) !== Boolean(user)) problems.push('SEARCH_USER: only together with SEARCH_PASSWORD');
  try {
    return {
      url: `${address.origin}${address.pathname}`,
      user: user ?? (decodeURIComponent(address.username) || undefined),
      password: password ?? (decodeURIComponent(address.password) || undefined),
      ca: file && readFileSync(file, 'utf8'),
    };
  } catch (error) {
    problems.push(`SEARCH_CA: ${(error as Error).message}`);
    return undefined;
  }
}

export type S3Settings = {
  bucket: string;
  /** Endpoint of the storage service. If undefined, Amazon's endpoint for the region is used. */
  endpoint: string | undefined;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  prefix: string;
  pathStyle: boolean;
};

/**
 * Reads the bucket settings. Reports a bucket without keys and keys without a bucket. Services with their own endpoint use path-style URLs by
 * default.
 */
function readS3(env: Environment, problems: string[]): S3Settings | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_ENDPOINT: endpoint } = env;
  if (!bucket) {
    if (endpoint || accessKeyId || secretAccessKey) problems.push('S3_BUCKET: required with the other S3_ settings');
    return undefined;
  }
  if (!accessKeyId) problems.push('S3_ACCESS_KEY_ID: required with S3_BUCKET');
  if (!secretAccessKey) problems.push('S3_SECRET_ACCESS_KEY: required with S3_BUCKET');
  if (!accessKeyId || !secretAccessKey) return undefined;
  const pathStyle = env.S3_PATH_STYLE ? env.S3_PATH_STYLE === 'on' : endpoint !== undefined;
  return { bucket, endpoint, region: env.S3_REGION, accessKeyId, secretAccessKey, prefix: env.S3_PREFIX, pathStyle };
}

export type StripeSettings = { key: string; webhookSecret: string };

/** Reads the payment settings. Reports an incomplete pair of key and webhook secret, and a missing public URL, to which the provider redirects. */
function readStripe(env: Environment, problems: string[]): StripeSettings | undefined {
  const { STRIPE_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret, PUBLIC_URL: publicUrl } = env;
  if (!key && !webhookSecret) return undefined;
  if (!key) problems.push('STRIPE_KEY: required with STRIPE_WEBHOOK_SECRET');
  if (!webhookSecret) problems.push('STRIPE_WEBHOOK_SECRET: required with STRIPE_KEY');
  if (!publicUrl) problems.push('STRIPE_KEY: PUBLIC_URL must be set too');
  return key && webhookSecret ? { key, webhookSecret } : undefined;
}

/**
 * Reads identity providers from a variable or from the file it names. They are not part of the portal configuration, because they contain secrets.
 */
function readProviders<T>(
  name: 'OIDC_CONFIG' | 'SAML_CONFIG',
  schema: z.ZodType<T[]>,
  value: string | undefined,
  publicUrl: string | undefined,
  problems: string[],
): T[] {
  if (!value) return [];
  // Without a public URL, the return URL would depend on the request.
  if (!publicUrl) problems.push(`${name}: PUBLIC_URL must be set too`);
  try {
    return schema.parse(JSON.parse(value.trimStart().startsWith('[') ? value : readFileSync(value, 'utf8')));
  } catch (error) {
    if (error instanceof z.ZodError)
      problems.push(...error.issues.map((issue) => `${name} ${issue.path.join('.') || '(file)'}: ${issue.message}`));
    else problems.push(`${name}: ${(error as Error).message}`);
    return [];
  }
}

function readConfig(path: string | undefined, otherwise: FrontendConfigInput, problems: string[]): FrontendConfig | undefined {
  try {
    return frontendConfig(path ? JSON.parse(readFileSync(path, 'utf8')) : otherwise);
  } catch (error) {
    if (error instanceof z.ZodError)
      problems.push(...error.issues.map((issue) => `PORTAL_CONFIG ${issue.path.join('.') || '(file)'}: ${issue.message}`));
    else problems.push(`PORTAL_CONFIG: ${(error as Error).message}`);
    return undefined;
  }
}
