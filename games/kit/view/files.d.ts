/** The bundler's: the address of a style sheet that the page loads when it is needed. */
declare module '*.css?url' {
  const address: string;
  export default address;
}
