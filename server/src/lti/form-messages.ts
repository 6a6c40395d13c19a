/** Messages of LTI 1.1: forms signed with a shared secret (docs/behaviour/lti.md#lti-11). */
import { z } from 'zod';
import { LtiError } from './lti-error.ts';
import type { LtiMessage } from './messages.ts';
import { isSigned, type Pair } from './oauth1.ts';

/** Parameters of the query and the form of a message. */
export type SentForm = { query: readonly Pair[]; form: readonly Pair[] };

const LINK = 'application/vnd.ims.lti.v1.ltilink';
/** Maximum clock difference in seconds. It can be generous, because every nonce is accepted only once. */
const SKEW_S = 300;

const Message = z.object({
  lti_version: z.literal('LTI-1p0'),
  lti_message_type: z.enum(['basic-lti-launch-request', 'ContentItemSelectionRequest']),
  oauth_version: z.literal('1.0').default('1.0'),
  oauth_nonce: z.string().min(1).max(300),
  oauth_timestamp: z.string().regex(/^\d{1,12}$/),
  resource_link_id: z.string().min(1).max(255).optional(),
  roles: z.string().max(10_000).default(''),
  user_id: z.string().max(255).default(''),
  tool_consumer_info_product_family_code: z.string().max(2_000).default(''),
  content_item_return_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  accept_media_types: z.string().max(2_000).default(''),
  accept_multiple: z.string().max(10).default('false'),
  data: z.string().max(20_000).optional(),
});

/** Returns the consumer key of the platform, or an empty string if it is missing. */
export const keyOf = ({ form }: SentForm): string => form.find(([name]) => name === 'oauth_consumer_key')?.[1] ?? '';

/** Verifies the signature, address and time of a message and returns its content. Throws `LtiError`, for example if a field occurs more than once. */
export function readForm(url: string, sent: SentForm, secret: string, now: Date): Omit<LtiMessage, 'course'> {
  const names = sent.form.map(([name]) => name);
  if (new Set(names).size !== names.length) throw new LtiError('bad_message', 'a field twice');
  if (!isSigned(url, sent, secret)) throw new LtiError('bad_signature');
  const parsed = Message.safeParse(Object.fromEntries(sent.form));
  if (!parsed.success) throw new LtiError('bad_message', parsed.error.issues.map(({ path }) => path.join('.')).join(', '));
  const claims = parsed.data;
  if (Math.abs(Number(claims.oauth_timestamp) - now.getTime() / 1_000) > SKEW_S) throw new LtiError('clock_skew');
  const kind = claims.lti_message_type === 'ContentItemSelectionRequest' ? 'pick' : 'open';
  if (kind === 'open' && !claims.resource_link_id) throw new LtiError('bad_message', 'resource_link_id');
  const taken = claims.accept_media_types.split(',').map((type) => type.trim());
  if (kind === 'pick' && !(claims.content_item_return_url && (taken.includes(LINK) || taken.includes('*/*'))))
    throw new LtiError('bad_message', 'content_item_return_url or accept_media_types');
  const custom = sent.form.flatMap(([name, value]) => (name.startsWith('custom_') ? [[name.slice('custom_'.length), value] as const] : []));
  return {
    kind,
    nonce: claims.oauth_nonce,
    subject: claims.user_id || null,
    deployment: '',
    target: `${url}?${new URLSearchParams(sent.query.map(([name, value]) => [name, value])).toString()}`,
    roles: claims.roles.split(',').map((role) => role.trim()),
    custom: Object.fromEntries(custom),
    product: claims.tool_consumer_info_product_family_code.slice(0, 120),
    pick:
      kind === 'pick'
        ? { return_url: claims.content_item_return_url!, many: claims.accept_multiple === 'true', data: claims.data ?? null }
        : null,
  };
}
