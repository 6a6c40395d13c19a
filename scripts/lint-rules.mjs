/** Custom lint rules (`.oxlintrc.json`). */

/** Forbids `new Date().toISOString().slice(0, 10)`, because the UTC day differs from the day in Berlin for an hour or two each night. */
const berlinDays = {
  meta: { type: 'problem', messages: { berlin: 'A day is the one in Berlin: contract/src/days.ts.' } },
  create: (context) => ({
    CallExpression(node) {
      const { callee, arguments: args } = node;
      const from = callee.type === 'MemberExpression' && callee.property.name === 'slice' && callee.object;
      const isDate = from && from.type === 'CallExpression' && from.callee.property?.name === 'toISOString';
      if (isDate && args[1]?.value === 10) context.report({ node, messageId: 'berlin' });
    },
  }),
};

/**
 * Requires message keys with a constant part, from which the build derives the texts of a screen
 * (docs/decisions/0087-message-catalogues-split-by-screen.md).
 */
const namedTexts = {
  meta: { type: 'problem', messages: { nameless: 'Write a part of the key: the build finds no text for `${a}.${b}`.' } },
  create: (context) => ({
    CallExpression({ callee, arguments: [key] }) {
      if (callee.name !== 't' && callee.name !== 'findText') return;
      if (key?.type === 'TemplateLiteral' && !key.quasis.some(({ value }) => /[a-zA-Z]{3}/.test(value.raw)))
        context.report({ node: key, messageId: 'nameless' });
    },
  }),
};

export default { meta: { name: 'fundus' }, rules: { 'berlin-days': berlinDays, 'named-texts': namedTexts } };
