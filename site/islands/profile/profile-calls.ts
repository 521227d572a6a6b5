import type { Uploaded } from '#contracts/upload.ts';
import type { OwnUser } from '#contracts/user.ts';
import { callApi } from '../../client/api-client.ts';
import type { ProfileForm } from './form.ts';

/** Returns the body of PUT /api/user/profile. */
export const saveProfile = (form: ProfileForm): Promise<{ msg: string; users: OwnUser }> => {
  const { email: _email, picture, projects, ...rest } = form;
  const body = {
    ...rest,
    projects: projects.map(({ key: _key, year, ...project }) => ({
      ...project,
      year: year.trim() === '' ? null : Number(year),
    })),
    ...(picture.state === 'chosen' && { avatar: picture.id }),
    ...(picture.state === 'removed' && { avatar: null }),
  };
  return callApi('PUT', '/api/user/profile', { body });
};

/**
 * Uploads a square image.
 * @returns its URL and identifier
 */
export const uploadAvatar = async (picture: Blob): Promise<Uploaded> => {
  const body = new FormData();
  body.append('file', picture, 'picture');
  const options = { body };
  const path = '/api/upload?folder=avatars';
  return (await callApi<{ result: Uploaded }>('POST', path, options)).result;
};
