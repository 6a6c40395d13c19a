/**
 * Tool configuration for platforms that read it from an address (Canvas, `/lti/config.json`). It requests no names, only services that the platform
 * may enable.
 */
import { SCOPE } from '../../lti/messages.ts';
import { toolValues } from './platforms.ts';

const TITLE = 'Fundus';
const DESCRIPTION = 'Bildungsmedien suchen und in Kurse einbinden';

export function toolConfiguration(origin: string) {
  const { tool_url, login_url, jwks_url, redirect_url, icon_url } = toolValues(origin);
  const placement = (name: string, message_type: string) => ({
    placement: name,
    message_type,
    target_link_uri: tool_url,
    text: TITLE,
    icon_url,
  });
  return {
    title: TITLE,
    description: DESCRIPTION,
    target_link_uri: tool_url,
    oidc_initiation_url: login_url,
    redirect_uris: [redirect_url],
    public_jwk_url: jwks_url,
    scopes: Object.values(SCOPE),
    custom_fields: {},
    extensions: [
      {
        platform: 'canvas.instructure.com',
        domain: new URL(origin).host,
        tool_id: 'fundus',
        privacy_level: 'anonymous',
        settings: {
          text: TITLE,
          icon_url,
          selection_width: 900,
          selection_height: 700,
          placements: [placement('link_selection', 'LtiDeepLinkingRequest'), placement('assignment_selection', 'LtiDeepLinkingRequest')],
        },
      },
    ],
  };
}
