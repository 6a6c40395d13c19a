/** Schema of the environment variables (docs/operate/configuration.md). */
import { isIP } from 'node:net';
import { z } from 'zod';

/** Returns whether an entry is a named network such as `loopback`, an IP address, or an address range. */
function isNetwork(entry: string): boolean {
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0) return bits === undefined && ['loopback', 'linklocal', 'uniquelocal'].includes(entry);
  return more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}

/** Returns whether an entry is a host with an optional port: `name`, `name:port` or `[::1]:port`. */
function isHost(entry: string): boolean {
  const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : null;
  return url !== null && [url.host, `${url.hostname}:80`].includes(entry);
}

const onOff = z.enum(['on', 'off']).optional();
/** Schema of each variable. `env.ts` checks combinations of variables. */
export const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  CONTENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  SECURITY_CONTACT: z.url({ protocol: /^(mailto|https|tel)$/ }).optional(),
  DATA_DIR: z.string().default('./data'),
  STOP_SECONDS: z.coerce.number().int().min(1).max(600).default(10),
  WATCHDOG_SECONDS: z.coerce.number().int().min(0).max(3_600).default(30),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  PORTAL_CONFIG: z.string().optional(),
  DEMO: onOff,
  SESSION_SECRET: z.string().min(32).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  OAI_EMAIL: z.email().optional(),
  OIDC_CONFIG: z.string().optional(),
  SAML_CONFIG: z.string().optional(),
  INTRANET_HOSTS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim().toLowerCase() || []))
    .refine((entries) => entries.every((entry) => isHost(entry)), 'must be names or addresses of hosts, each with its port or without'),
  FRAME_ANCESTORS: z
    .string()
    .default('')
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
    .refine(
      (entries) =>
        entries.every((entry) => URL.canParse(entry) && /^https?:$/.test(new URL(entry).protocol) && new URL(entry).origin === entry),
      'must be origins, such as https://moodle.example',
    ),
  STRIPE_KEY: z
    .string()
    .regex(/^(sk|rk)_\w+$/, 'must begin with sk_ or rk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{16,}$/, 'must begin with whsec_')
    .optional(),
  LOG_LEVEL: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('warn'),
  SEARCH_WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  SEARCH_URL: z.url({ protocol: /^https?$/ }).optional(),
  SEARCH_USER: z.string().optional(),
  SEARCH_PASSWORD: z.string().optional(),
  SEARCH_CA: z.string().optional(),
  EMBEDDING_URL: z.url({ protocol: /^https?$/ }).optional(),
  EMBEDDING_MODEL: z.string().max(200).optional(),
  EMBEDDING_KEY: z.string().optional(),
  EMBEDDING_MODULE: z.string().optional(),
  EMBEDDING_QUESTION_PREFIX: z.string().max(500).default(''),
  EMBEDDING_RECORD_PREFIX: z.string().max(500).default(''),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z.string().min(3).max(63).optional(),
  S3_REGION: z.string().default('eu-central-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z.string().max(200).default(''),
  S3_PATH_STYLE: onOff,
  METRICS_HOSTS: z.string().default('127.0.0.1,::1'),
  TRUST_PROXY: z
    .string()
    .default('loopback')
    .transform((list) => list.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(isNetwork), 'must be loopback, linklocal, uniquelocal, addresses, or ranges like 10.0.0.0/8'),
});
export type Environment = z.output<typeof Environment>;
