import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** All rule sets of html-validate for documents, with the exceptions below. */
const rules: ConfigData = {
  extends: [
    'html-validate:recommended',
    'html-validate:document',
    'html-validate:a11y',
    'html-validate:browser',
  ],
  elements: [
    'html5',
    {
      // VoiceOver reads a list without bullets as a list only if it has the role `list`.
      ul: { inherit: 'ul', aria: { implicitRole: 'no-role-of-its-own' } },
      ol: { inherit: 'ol', aria: { implicitRole: 'no-role-of-its-own' } },
    },
  ],
  rules: {
    // Serializers write these differently with the same meaning; React writes attributes in camel case.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // A listbox of results is controlled by a text field that keeps the focus.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Files of the same origin need no integrity attribute.
    'require-sri': ['error', { target: 'crossorigin' }],
    // HTML allows every character except white space.
    'valid-id': ['error', { relaxed: true }],
  },
};

/** Removes the content of templates, which scripts complete. */
const withoutTemplates = (html: string) =>
  html.replaceAll(/<template[^>]*>.*?<\/template>/gs, '<template></template>');

/** Returns HTML errors of pages. An error that repeats is reported once, with its first place. */
export async function validateHtml(pages: { path: string; html: string }[]): Promise<string[]> {
  const validator = new HtmlValidate(new StaticConfigLoader(rules));
  const errors = new Map<string, string>();
  for (const { path, html } of pages) {
    const { results } = await validator.validateString(withoutTemplates(html));
    for (const { ruleId, message, selector } of results.flatMap((result) => result.messages)) {
      const error = `${ruleId}: ${message}`;
      if (!errors.has(error)) errors.set(error, `${path} at ${selector}`);
    }
  }
  return [...errors].map(([error, place]) => `${error}, ${place}`);
}
