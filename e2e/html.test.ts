import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { releasePages } from './release.ts';
import { expect, test } from './whole-site.ts';

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
    // How a serializer writes what means the same.
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

test('header and footer stand on every page but those of articles and of the corner', async ({
  site,
}) => {
  const chrome = /<(?:header class="site-header|footer class="site-footer)"/g;
  // The page of an article that is not there answers below /blog/.
  const hidden = /^\/(?:.*\/)?(?:blog\/|no-such-article)|gamecorner/;
  const kinds = new Set<boolean>();
  for (const { path, html } of await releasePages(site)) {
    if (/<meta http-equiv="refresh"/.test(html)) continue;
    kinds.add(hidden.test(path));
    expect([path, html.match(chrome)?.length ?? 0]).toEqual([path, hidden.test(path) ? 0 : 2]);
  }
  expect(kinds.size).toBe(2);
});

test('every page of the release is valid HTML', async ({ site }) => {
  const validator = new HtmlValidate(new StaticConfigLoader(rules));
  const found = new Map<string, string>();
  for (const { path, html } of await releasePages(site)) {
    const { results } = await validator.validateString(withoutTemplates(html));
    for (const { ruleId, message, selector } of results.flatMap((result) => result.messages)) {
      // What a component repeats is said once.
      const complaint = `${ruleId}: ${message}`;
      if (!found.has(complaint)) found.set(complaint, `${path} at ${selector}`);
    }
  }
  expect([...found].map(([complaint, place]) => `${complaint}, ${place}`)).toEqual([]);
});
