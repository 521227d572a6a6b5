/** Declares imports of style sheet URLs, which the bundler resolves. */
declare module '*.css?url' {
  const url: string;
  export default url;
}
