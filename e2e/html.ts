import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';

/** Everything html-validate knows of documents, but for what follows. */
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
      // VoiceOver takes a list without bullets for no list, unless it says that it is one.
      ul: { inherit: 'ul', aria: { implicitRole: 'no-role-of-its-own' } },
      ol: { inherit: 'ol', aria: { implicitRole: 'no-role-of-its-own' } },
    },
  ],
  rules: {
    // How a serializer writes what means the same; React spells attributes as its properties.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // A list of results that the arrows walk, under a field that keeps the focus.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Our own files come from where the page came from.
    'require-sri': ['error', { target: 'crossorigin' }],
    // HTML allows every character but white space.
    'valid-id': ['error', { relaxed: true }],
  },
};

/** What a template lacks, its script fills in. */
const withoutTemplates = (html: string) =>
  html.replaceAll(/<template[^>]*>.*?<\/template>/gs, '<template></template>');

/** What is wrong with pages as HTML; what a component repeats is said once, with the first place. */
export async function complaintsOf(pages: { path: string; html: string }[]): Promise<string[]> {
  const validator = new HtmlValidate(new StaticConfigLoader(rules));
  const found = new Map<string, string>();
  for (const { path, html } of pages) {
    const { results } = await validator.validateString(withoutTemplates(html));
    for (const { ruleId, message, selector } of results.flatMap((result) => result.messages)) {
      const complaint = `${ruleId}: ${message}`;
      if (!found.has(complaint)) found.set(complaint, `${path} at ${selector}`);
    }
  }
  return [...found].map(([complaint, place]) => `${complaint}, ${place}`);
}
