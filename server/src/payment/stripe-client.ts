/** Runs the Stripe SDK on the SSRF-safe HTTP client, because the client of the SDK has no limits on addresses, sizes and redirects. */
import Stripe from 'stripe';
import { RemoteError, type RemoteFetch } from '../remote/remote.ts';

/** API version of the responses, which overrides the setting of the account. */
const VERSION = '2024-06-20';
const TIMEOUT = 15_000;
const MAX_BYTES = 262_144;

/** Returns a client that sends no telemetry and does not retry requests, because jobs are retried. */
export const stripeClient = (key: string, remote: RemoteFetch, address = 'https://api.stripe.com'): Stripe => {
  const { protocol, hostname, port } = new URL(address);
  return new Stripe(key, {
    // The types of the SDK allow only the newest version.
    apiVersion: VERSION as never,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || 443,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: new GuardedClient(remote),
  });
};

class GuardedClient extends Stripe.HttpClient {
  readonly remote: RemoteFetch;
  constructor(remote: RemoteFetch) {
    super();
    this.remote = remote;
  }
  override getClientName(): string {
    return 'fundus';
  }
  override async makeRequest(
    ...[host, port, path, method, headers, body, protocol]: Parameters<InstanceType<typeof Stripe.HttpClient>['makeRequest']>
  ): Promise<GuardedAnswer> {
    const { bytes } = await this.remote({
      url: new URL(path, `${protocol}://${host}:${port}`).href,
      enteredBy: 'administrator',
      method: method === 'GET' ? 'GET' : 'POST',
      headers: sentHeaders(headers),
      ...(method !== 'GET' && { body }),
      signal: AbortSignal.timeout(TIMEOUT),
      maxBytes: MAX_BYTES,
    });
    return new GuardedAnswer(bytes);
  }
}

/** Headers that are sent. Other headers of the SDK are dropped, because they describe the machine. */
const SENT = new Set(['authorization', 'content-type', 'idempotency-key', 'stripe-version']);
const sentHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), String(value)] as const)
      .filter(([name]) => SENT.has(name)),
  );

/** A reply with a status of 2xx. The HTTP client throws for all others. */
class GuardedAnswer extends Stripe.HttpClientResponse {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    super(200, {});
    this.bytes = bytes;
  }
  override getRawResponse(): object {
    return {};
  }
  override async toJSON(): Promise<unknown> {
    try {
      return JSON.parse(this.bytes.toString('utf8')) as unknown;
    } catch {
      throw new RemoteError('bad_reply', 'no JSON');
    }
  }
}
