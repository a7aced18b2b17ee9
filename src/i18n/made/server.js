export const serverWords={"en":(()=>{return []})(),"ko":(()=>{return []})(),"en-XA":(()=>{return []})()};
