import type { LtiTarget, LtiVersion, PlatformService } from '@fundus/contract/lti/rules';
import type { LtiCourse } from '../lti/messages.ts';
import type { SignedIn } from './signed-in.ts';

/** Address and options for returning selected content to the platform. */
export type ContentRecipient = { return_url: string; many: boolean; data: string | null; version: LtiVersion };

export type LtiVisit = {
  id: string;
  platform: { id: string; name: string; issuer: string; client_id: string; deployment: string; deployment_id: string };
  target: LtiTarget | null;
  pick: ContentRecipient | null;
  /** Course in which the visit started, as sent by the platform. */
  platformCourse: LtiCourse | null;
  /** Course that is connected to an active class of the portal. */
  course: { id: string; class_id: string; class_name: string } | null;
  services: readonly PlatformService[];
  /** The learner with their code in the portal, who can work on assignments. `null` if there is no valid code. */
  learner: SignedIn | null;
  /** An anonymous teacher or learner of the school. `id` is the id of the visit. */
  user: SignedIn;
};
