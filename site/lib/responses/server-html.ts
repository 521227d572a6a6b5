/**
 * What api/markdown has made of a response's text, as nodes. The one place of the readers' scripts
 * that parses HTML: never give it anything that the API has not sanitized.
 */
export function serverHtml(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}
