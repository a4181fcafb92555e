// The script of the workers as text: made by build.mjs.
declare module "worker:source" {
  const text: string;
  export default text;
}
