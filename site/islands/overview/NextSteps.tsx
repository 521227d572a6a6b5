import { NEW_ARTICLE_PATH } from '../../format/links.ts';

const steps: [path: string, title: string, text: string][] = [
  [NEW_ARTICLE_PATH, 'Write your first article', 'It is live as soon as you publish it.'],
  [
    '/admin/import-export',
    'Import articles',
    'Bring what you wrote elsewhere, with its images and dates.',
  ],
  ['/admin/settings', 'Check the settings', 'Time zone, currency, comments and backups.'],
  ['/admin/shop/create_product', 'Add a product', 'The shop opens with your first product.'],
];

/** Suggestions for a site without articles, visitors and members. */
export function NextSteps() {
  return (
    <section className="overview__next" aria-labelledby="overview-next">
      <h2 id="overview-next">Next steps</h2>
      <ol>
        {steps.map(([path, title, text]) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className="overview__none">
        Figures and charts appear here with your first article, visitor, member or order.
      </p>
    </section>
  );
}
