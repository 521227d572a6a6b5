/** Declares imports of style sheet URLs, which the bundler resolves. */
declare module '*.css?url' {
  const address: string;
  export default address;
}
